import { useContext, useRef } from 'react'
import { appCheckToken } from '#site/browser/app-check.ts'
import { useSession } from '#site/identity/session/session.ts'
import { useBoot, useShell } from '#site/page.ts'
import { type Storage, createStorage } from './storage.ts'
import { SendContext } from './xhr.ts'

/** Returns a function for effects that opens the storage of the signed-in person, or returns the open one. */
export function useStorage() {
  const { base, bucket, services } = useBoot()
  const { token } = useSession()
  const { viewer } = useShell()
  const send = useContext(SendContext)
  const opened = useRef<{ uid: string; storage: Storage }>(null)

  return function openStorage() {
    const uid = viewer?.uid ?? ''
    if (opened.current?.uid === uid) return opened.current
    // Another person has signed in: nothing more is uploaded with their account.
    opened.current?.storage.close()
    const service = services.storage ?? base
    const appCheck = (refused?: string | null) => appCheckToken(service, refused)
    opened.current = { uid, storage: createStorage({ base: service, bucket, token, appCheck, send }) }
    return opened.current
  }
}
