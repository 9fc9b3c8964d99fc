import { Suspense, lazy, useEffect, useState } from 'react'
import { type Question, whenAsked } from './choose-lists.ts'

const ListsDialog = lazy(() => import('./lists-dialog.tsx'))

/** Where the question appears in which lists a story should be, on whatever page somebody is by then. */
export function ListsHost() {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => whenAsked(setQuestion), [])
  return (
    question && (
      <Suspense fallback={null}>
        <ListsDialog key={question.story.id} question={question} onClose={() => setQuestion(null)} />
      </Suspense>
    )
  )
}
