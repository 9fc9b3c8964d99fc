import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { stripLoneSurrogates } from '#server/documents/escape.ts'

type Element = DefaultTreeAdapterTypes.Element

/** What a page says about itself in its head. */
export type PageFacts = { title: string; description: string; site: string; author: string }

/** Reads a page's own words about itself. Whatever is in it, only text comes out. */
export function pageFacts(html: string, address: string): PageFacts {
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
    title: line(first('og:title', 'twitter:title') || title, longest.title),
    description: line(first('og:description', 'twitter:description', 'description'), longest.description),
    site: line(first('og:site_name', 'application-name'), longest.name) || hostOf(address),
    author: line(first('author', 'article:author'), longest.name).replace(/^https?:.*/, ''),
  }
}

export const longest = { title: 300, description: 500, name: 100 }

export function hostOf(address: string) {
  return new URL(address).hostname.replace(/^www\./, '')
}

/** In one line, cut where it is too long, but never through a letter. */
export function line(text: string, most: number) {
  return stripLoneSurrogates(text.replace(/\s+/g, ' ').trim().slice(0, most)).trim()
}

function* elements(html: string): Generator<Element> {
  // A list of what is still to be visited: a page may nest deeper than calls can.
  const waiting: DefaultTreeAdapterTypes.Node[] = [parse(html)]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) yield node
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child)
  }
}

function textOf({ childNodes }: Element) {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('')
}
