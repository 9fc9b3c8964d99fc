import { useState } from 'react'
import { useApi } from '#site/page.ts'
import { EmailChoice, KindRow } from './preference-row.tsx'
import { showUnsaved } from './use-preferences.ts'

const frequencies = { weekly: 'Weekly', never: 'Never' }

/** The weekly figures of the viewer’s stories, which are only mailed. Reverted when saving fails. */
export function WeeklySummaryRow({ initially, columns }: { initially: boolean; columns: string }) {
  const api = useApi()
  const [wanted, setWanted] = useState(initially)

  async function change(now: boolean) {
    setWanted(now)
    try {
      await api('PUT /api/notifications/weekly-summary', { body: { wanted: now } })
    } catch (error) {
      setWanted(!now)
      await showUnsaved(error)
    }
  }

  return (
    <KindRow
      name="Weekly summary"
      about="How often your stories were viewed and read, on Mondays at 07:00 UTC."
      columns={columns}
    >
      <EmailChoice
        value={wanted ? 'weekly' : 'never'}
        frequencies={frequencies}
        onChange={(value) => void change(value === 'weekly')}
      />
    </KindRow>
  )
}
