import { data, redirect } from 'react-router'
import { Refusal } from '#contract/errors.ts'
import { pageNotFound } from './errors/page-not-found.ts'
import type { Api } from './page.ts'

/** The API as data functions call it: a refusal becomes the page's own answer. */
export function apiForPage(api: Api, path: string): Api {
  return async (key, ...input) => {
    try {
      return await api(key, ...input)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'not-found') throw pageNotFound(path)
      if (error.code === 'sign-in-needed') throw redirect(`/auth/newauth?next=${encodeURIComponent(path)}`)
      throw data({ code: error.code }, { status: error.status, statusText: error.message })
    }
  }
}
