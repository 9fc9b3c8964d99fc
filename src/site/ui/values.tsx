import type { ReactNode } from 'react'

export type ValuesProps = { values: readonly (readonly [string, ReactNode])[] }

/** A list of names and values. */
export function Values({ values }: ValuesProps) {
  return (
    <dl className="grid gap-1.5 text-sm wrap-anywhere">
      {values.map(([name, value]) => (
        <div key={name}>
          <dt className="inline font-medium">{name}: </dt>
          <dd className="inline">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
