// For pages that use the stock `firebase` client: the few parts of Google's gapi.iframes that it calls, on top of our
// helper page. Loaded before the client, it keeps the client from loading Google's.
;(() => {
  const CROSS_ORIGIN_IFRAMES_FILTER = () => true

  class Iframe {
    #element
    #origin
    #loaded
    #handlers = new Map()

    constructor({ url, where, attributes = {} }) {
      const { style = {}, ...others } = attributes
      const element = document.createElement('iframe')
      for (const [name, value] of Object.entries(others)) element.setAttribute(name, value)
      Object.assign(element.style, style)
      element.title = 'Sign-in helper'
      // The helper page speaks only to whom it can name, and this is how it learns the page's name.
      element.referrerPolicy = 'origin'
      element.src = url
      this.#element = element
      this.#origin = new URL(url, location.href).origin
      this.#loaded = new Promise((done) => element.addEventListener('load', () => done(), { once: true }))
      addEventListener('message', (event) => this.#hear(event))
      ;(where ?? document.body).append(element)
    }

    #hear({ source, origin, data }) {
      if (source !== this.#element.contentWindow || origin !== this.#origin || data?.bramble !== 'authEvent') return
      this.#handlers.get('authEvent')?.({ authEvent: data.authEvent })
    }

    restyle() {
      return Promise.resolve()
    }

    async ping(callback) {
      await this.#loaded
      callback?.()
    }

    register(name, handler) {
      this.#handlers.set(name, handler)
      // After a redirect the news has been waiting for somebody to ask.
      if (name === 'authEvent') void this.#ask()
    }

    async #ask() {
      await this.#loaded
      this.#element.contentWindow?.postMessage({ bramble: 'listen', eventId: null }, this.#origin)
    }

    send(name, message, callback) {
      if (name !== 'webStorageSupport') return
      setTimeout(() => {
        try {
          callback?.([{ webStorageSupport: true }])
        } catch {
          // The client complains of every answer, also of this one, after it has used it.
          return
        }
      })
    }
  }

  const context = {
    // What the client makes of the frame is what it waits for.
    open: async (options, callback) => {
      const iframe = new Iframe(options)
      return callback ? callback(iframe) : iframe
    },
  }

  window.gapi = {
    ...window.gapi,
    load(name, options) {
      const callback = typeof options === 'function' ? options : options?.callback
      callback?.()
    },
    iframes: { Iframe, CROSS_ORIGIN_IFRAMES_FILTER, getContext: () => context },
  }

  // Google's loader calls the function that its address names.
  const onload = new URL(document.currentScript?.src ?? location.href).searchParams.get('onload')
  if (onload && typeof window[onload] === 'function') window[onload]()
})()
