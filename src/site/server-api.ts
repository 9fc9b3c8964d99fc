import { data, redirect } from 'react-router'
import { Refusal, invalidParameters } from '#contract/errors.ts'
import { pageNotFound } from './errors/page-not-found.ts'
import { isRecord } from './infinite-list/fetch-page.ts'
import type { Api, DataArgs } from './page.ts'

/** The API for data functions: a refusal becomes the page's response. */
export function apiForPage(api: Api, path: string): Api {
  return async (key, ...input) => {
    try {
      return await api(key, ...input)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Fails the whole request.
      if (error.code === 'unavailable') throw error
      if (error.code === 'not-found') throw pageNotFound(path)
      if (error.code === 'sign-in-needed') throw redirect(`/auth/newauth?next=${encodeURIComponent(path)}`)
      throw data(
        { code: error.code, parameters: invalidParameters(error) },
        { status: error.status, statusText: error.message },
      )
    }
  }
}

/** With an invalid cursor, loads the first page instead and responds with 400. */
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
  const parameters = isRecord(error) && isRecord(error['data']) && error['data']['parameters']
  return Array.isArray(parameters) && parameters.includes('before')
}
