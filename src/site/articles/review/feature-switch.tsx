import { useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Switch } from '#site/ui/switch.tsx'
import { toast } from '#site/ui/toast.tsx'

/** Updates optimistically and reverts on failure. */
export function FeatureSwitch({ article: { id, featured } }: { article: Article }) {
  const api = useApi()
  const [on, setOn] = useState(featured)

  async function update(next: boolean) {
    setOn(next)
    try {
      await api('PUT /api/articles/{id}/featured', { params: { id }, body: { featured: next } })
    } catch (error) {
      setOn(!next)
      await toast({ tone: 'danger', title: 'Couldn’t save the change', description: errorMessage(error) })
    }
  }

  return <Switch label="Feature on the front page" checked={on} onCheckedChange={(next) => void update(next)} />
}
