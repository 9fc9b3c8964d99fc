import { JSDOM } from 'jsdom'
import { inject } from 'vitest'

type Options = { url?: string; cookie?: string | undefined }

/** A page as a browser without scripts gets it. `/path` is a path of the site. */
export async function plainPage(path: string, { url: site = inject('site').url, cookie }: Options = {}) {
  const headers = { accept: 'text/html', ...(cookie && { cookie }) }
  const response = await fetch(new URL(path, site), { headers })
  const { window } = new JSDOM(await response.text(), { url: response.url })
  const { document } = window
  const url = new URL(response.url)

  function hrefOf(name: string | RegExp) {
    const links = [...document.querySelectorAll('a')]
    const link = links.find((one) => {
      const words = (one.getAttribute('aria-label') ?? one.textContent).trim()
      return typeof name === 'string' ? words === name : name.test(words)
    })
    if (!link) throw new Error(`There is no link “${String(name)}” at ${path}`)
    return link.href
  }

  return {
    status: response.status,
    document,
    /** Path and query of the page, after redirects. */
    path: url.pathname + url.search,
    main: document.querySelector('main')?.textContent ?? '',
    title: document.querySelector('h1')?.textContent ?? '',
    texts: (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent),
    hrefOf,
    /** Follows a link. */
    follow: (name: string | RegExp) => plainPage(hrefOf(name), { url: site, cookie }),
    /** Submits the GET form of the page. */
    submit(values: Record<string, string>) {
      const form = document.querySelector<HTMLFormElement>('main form')
      if (!form) throw new Error(`There is no form at ${path}`)
      const target = new URL(form.action)
      const query = new URLSearchParams()
      for (const [name, value] of new window.FormData(form)) if (typeof value === 'string') query.set(name, value)
      for (const [name, value] of Object.entries(values)) query.set(name, value)
      target.search = query.toString()
      return plainPage(target.href, { url: site, cookie })
    },
  }
}
