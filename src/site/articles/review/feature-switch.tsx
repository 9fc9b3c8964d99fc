import { useState } from 'react'
import type { Article } from '#contract/articles.ts'
import { sentenceOf } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Switch } from '#site/ui/switch.tsx'
import { toast } from '#site/ui/toast.tsx'

/** Whether it stands on the front page: answers at once, and goes back when it is refused. */
export function FeatureSwitch({ article: { id, featured } }: { article: Article }) {
  const api = useApi()
  const [on, setOn] = useState(featured)

  async function turn(next: boolean) {
    setOn(next)
    try {
      await api('PUT /api/articles/{id}/featured', { params: { id }, body: { featured: next } })
    } catch (error) {
      setOn(!next)
      await toast({ tone: 'danger', title: 'Not changed', description: sentenceOf(error) })
    }
  }

  return <Switch label="On the front page" checked={on} onCheckedChange={(next) => void turn(next)} />
}
