import { act, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { type Api, ApiContext, useApi } from '#site/page.ts'
import { type CurrentUser, SessionContext } from '#site/identity/session/session.ts'
import { anAccount } from '#test/accounts.ts'
import { aViewer, fakeApi, fakeSession } from '#test/render-page.tsx'
import { OfflineSession } from './offline-session.tsx'

/** A page opened offline; the network comes back with a session of this account, or with none. */
function open(uid: string | null) {
  const { api, calls } = fakeApi({ 'GET /api/viewer': () => null })
  let user: CurrentUser | null = null
  const session = fakeSession({
    currentUser: () => user,
    refresh: async () => {
      user = uid === null ? null : { ...anAccount(), uid, userData: null }
    },
  })
  const found: { api: Api } = { api }
  const take = (given: Api) => {
    found.api = given
  }
  function Page() {
    const given = useApi()
    useEffect(() => take(given), [given])
    return <p>Page</p>
  }
  render(
    <ApiContext value={api}>
      <SessionContext value={session}>
        <OfflineSession writer={aViewer}>
          <Page />
        </OfflineSession>
      </SessionContext>
    </ApiContext>,
  )
  screen.getByText('Page')
  const ask = () => found.api('GET /api/viewer')
  return { ask, calls }
}

test('the session is refreshed before the first call', async () => {
  const { ask, calls } = open(aViewer.uid)
  await act(async () => void (await ask()))
  expect(calls).toHaveLength(1)
})

test('without a session a call fails like a network error', async () => {
  const { ask, calls } = open(null)
  await expect(ask()).rejects.toBeInstanceOf(TypeError)
  expect(calls).toEqual([])
})

test('calls are refused for another account', async () => {
  const { ask, calls } = open('another')
  await expect(ask()).rejects.toEqual(new Refusal('sign-in-needed'))
  expect(calls).toEqual([])
})
