import { Banner } from '#site/ui/banner.tsx'
import { plural } from './labels.ts'

/** The cases of a bulk action that were refused, by reason. */
export function Failures({ failures }: { failures: { id: string; message: string }[] }) {
  if (failures.length === 0) return null
  const reasons = [...new Set(failures.map(({ message }) => message))]
  return (
    <div className="mt-4">
      <Banner tone="danger">
        {plural(failures.length, 'case')} could not be changed. {reasons.join(' ')}
      </Banner>
    </div>
  )
}
