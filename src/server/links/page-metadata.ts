import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { stripLoneSurrogates } from '#server/documents/escape.ts'

type Element = DefaultTreeAdapterTypes.Element

export type PageMetadata = { title: string; description: string; site: string; author: string }

/** Reads Open Graph and other metadata of a page. The result is plain text. */
export function parsePageMetadata(html: string, address: string): PageMetadata {
  const meta = new Map<string, string>()
  let title = ''
  for (const element of elements(html)) {
    const value = (name: string) => element.attrs.find((attr) => attr.name === name)?.value.trim() ?? ''
    if (element.tagName === 'title' && !title) title = textOf(element)
    if (element.tagName === 'meta') {
      const name = (value('property') || value('name')).toLowerCase()
      if (name && value('content') && !meta.has(name)) meta.set(name, value('content'))
    }
  }
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean) ?? ''
  return {
    title: singleLine(first('og:title', 'twitter:title') || title, maxLengths.title),
    description: singleLine(first('og:description', 'twitter:description', 'description'), maxLengths.description),
    site: singleLine(first('og:site_name', 'application-name'), maxLengths.name) || hostOf(address),
    author: singleLine(first('author', 'article:author'), maxLengths.name).replace(/^https?:.*/, ''),
  }
}

export const maxLengths = { title: 300, description: 500, name: 100 }

export function hostOf(address: string) {
  return new URL(address).hostname.replace(/^www\./, '')
}

/** Collapses whitespace and truncates without splitting a surrogate pair. */
export function singleLine(text: string, max: number) {
  return stripLoneSurrogates(text.replace(/\s+/g, ' ').trim().slice(0, max)).trim()
}

function* elements(html: string): Generator<Element> {
  // An explicit stack: recursion could overflow on deeply nested pages.
  const stack: DefaultTreeAdapterTypes.Node[] = [parse(html)]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('tagName' in node) yield node
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) stack.push(child)
  }
}

function textOf({ childNodes }: Element) {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('')
}
