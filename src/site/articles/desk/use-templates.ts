import { useState } from 'react'
import type { Template } from '#contract/articles/templates.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

export type TemplateDraft = Omit<Template, 'id'>

/** The ordered templates and their operations. Failed changes are reverted. */
export function useTemplates(initial: readonly Template[]) {
  const api = useApi()
  const [templates, setTemplates] = useState(initial)
  const [busy, setBusy] = useState(false)

  /** Throws on failure, so that the form keeps its input. */
  async function save(draft: TemplateDraft, id: string | null) {
    if (id === null) {
      const added = await api('POST /api/templates', { body: draft })
      setTemplates((before) => [...before, added])
      return
    }
    const changed = await api('PUT /api/templates/{id}', { params: { id }, body: draft })
    setTemplates((before) => before.map((one) => (one.id === id ? changed : one)))
  }

  async function add(drafts: readonly TemplateDraft[]) {
    if (busy) return
    setBusy(true)
    try {
      for (const draft of drafts) await save(draft, null)
    } catch (error) {
      await showFailure(error)
    }
    setBusy(false)
  }

  async function remove(template: Template) {
    const before = templates
    setTemplates(templates.filter(({ id }) => id !== template.id))
    try {
      await api('DELETE /api/templates/{id}', { params: { id: template.id } })
    } catch (error) {
      setTemplates(before)
      await showFailure(error)
    }
  }

  /** Moves a template to the position of another. */
  async function place(id: string, target: string) {
    const before = templates
    const from = before.findIndex((one) => one.id === id)
    const to = before.findIndex((one) => one.id === target)
    const moved = before[from]
    if (!moved || to === -1 || from === to) return
    const next = before.toSpliced(from, 1).toSpliced(to, 0, moved)
    setTemplates(next)
    try {
      await api('PUT /api/templates/order', { body: { ids: next.map((one) => one.id) } })
    } catch (error) {
      setTemplates(before)
      await showFailure(error)
    }
  }

  return { templates, busy, save, add, remove, place }
}

function showFailure(error: unknown) {
  return toast({ tone: 'danger', title: 'Couldn’t save the change', description: errorMessage(error) })
}
