import { useBoot } from '#site/page.ts'
import { buttonLook } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'

type Props = { id: string; number: string }

/** The receipt of a payment. A file, so the router must not handle it. */
export function ReceiptLink({ id, number }: Props) {
  const { base } = useBoot()
  return (
    <a
      href={`${base}api/membership/receipts/${id}.pdf`}
      download
      aria-label={`Receipt ${number} as PDF`}
      className={buttonLook({ tone: 'quiet', size: 'sm' })}
    >
      <Icon name="download" size={16} />
      PDF
    </a>
  )
}
