import { data, redirect } from 'react-router'
import { Refusal } from '#contract/errors.ts'
import { pageNotFound } from './errors/page-not-found.ts'
import { isRecord } from './infinite-list/fetch-page.ts'
import type { Api, DataArgs } from './page.ts'

/** The API as data functions call it: a refusal becomes the page's own answer. */
export function apiForPage(api: Api, path: string): Api {
  return async (key, ...input) => {
    try {
      return await api(key, ...input)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Not the page's own answer: the whole request is refused.
      if (error.code === 'unavailable') throw error
      if (error.code === 'not-found') throw pageNotFound(path)
      if (error.code === 'sign-in-needed') throw redirect(`/auth/newauth?next=${encodeURIComponent(path)}`)
      throw data(
        { code: error.code, invalidCursor: isAboutCursor(error) },
        { status: error.status, statusText: error.message },
      )
    }
  }
}

function isAboutCursor({ code, details: { issues } }: Refusal) {
  return code === 'invalid' && Array.isArray(issues) && issues.some(({ path }) => path.join('.') === 'query.before')
}

/** Loads a list from its beginning when the address names a place that is not in it: the answer is a 400 that shows something. */
export async function loadList<Loaded>(load: (args: DataArgs) => Promise<Loaded>, args: DataArgs) {
  try {
    return await load(args)
  } catch (error) {
    const { before, ...query } = args.query
    if (before === undefined || !refusesCursor(error)) throw error
    return data({ ...(await load({ ...args, query })), invalidCursor: true }, { status: 400 })
  }
}

function refusesCursor(error: unknown) {
  return isRecord(error) && isRecord(error['data']) && error['data']['invalidCursor'] === true
}
