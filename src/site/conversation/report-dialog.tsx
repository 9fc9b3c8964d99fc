import { ReportDialog as Shared } from '#site/moderation/report-dialog.tsx'
import { useApi } from '#site/page.ts'

type Props = { id: string; name: string; open: boolean; onClose(): void }

export function ReportDialog({ id, name, open, onClose }: Props) {
  const api = useApi()
  return (
    <Shared
      title={`Report the response by ${name}`}
      what="response"
      open={open}
      onClose={onClose}
      onReport={(body) => api('POST /api/responses/{id}/report', { params: { id }, body })}
    />
  )
}
