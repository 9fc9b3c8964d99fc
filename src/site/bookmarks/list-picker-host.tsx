import { Suspense, lazy, useEffect, useState } from 'react'
import { type ListPickerRequest, registerListPicker } from './list-picker.ts'

const ListPickerDialog = lazy(() => import('./list-picker-dialog.tsx'))

/** Renders the list picker above any page. */
export function ListPickerHost() {
  const [request, setRequest] = useState<ListPickerRequest | null>(null)
  useEffect(() => registerListPicker(setRequest), [])
  return (
    request && (
      <Suspense fallback={null}>
        <ListPickerDialog key={request.story.id} request={request} onClose={() => setRequest(null)} />
      </Suspense>
    )
  )
}
