import { useRef, useState } from 'react'
import type { AdminSignInPicture, SignInPictureFields } from '#contract/banners.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

type Pictures = readonly AdminSignInPicture[]

/** The ordered pictures and their operations. Failed changes are reverted. */
export function useSignInPictures(initial: Pictures) {
  const api = useApi()
  const [pictures, setPictures] = useState(initial)
  // A move and its saving happen in one event, before the next render.
  const latest = useRef(initial)

  function set(next: Pictures) {
    latest.current = next
    setPictures(next)
  }

  /** Which one is shown today depends on all of them. */
  async function reload() {
    set(await api('GET /api/admin/sign-in-pictures'))
  }

  /** Throws on failure, so that the form keeps its input. */
  async function save(fields: SignInPictureFields, before: AdminSignInPicture | null) {
    if (before)
      await api('PUT /api/admin/sign-in-pictures/{id}', {
        params: { id: before.id },
        body: { ...fields, version: before.version },
      })
    else await api('POST /api/admin/sign-in-pictures', { body: fields })
    await reload()
  }

  async function remove({ id }: AdminSignInPicture) {
    const before = latest.current
    set(before.filter((one) => one.id !== id))
    try {
      await api('DELETE /api/admin/sign-in-pictures/{id}', { params: { id } })
      await reload()
    } catch (error) {
      set(before)
      await showFailure(error)
    }
  }

  /** Moves it on the screen only. */
  function show(id: string, to: number) {
    const from = latest.current.findIndex((one) => one.id === id)
    const picture = latest.current[from]
    if (picture) set(latest.current.toSpliced(from, 1).toSpliced(to, 0, picture))
  }

  async function saveOrder(id: string, from: number) {
    const sent = latest.current
    try {
      const saved = await api('PUT /api/admin/sign-in-pictures/order', { body: { ids: sent.map((one) => one.id) } })
      // Moved again meanwhile: that order is saved next.
      if (latest.current === sent) set(saved)
    } catch (error) {
      show(id, from)
      await showFailure(error)
    }
  }

  return { pictures, save, remove, show, saveOrder }
}

function showFailure(error: unknown) {
  return toast({ tone: 'danger', title: 'Couldn’t save the change', description: errorMessage(error) })
}
