import type { ReactNode } from 'react'

type Props = { id: string; title: string; about?: ReactNode; aside?: ReactNode; children: ReactNode }

export function BasketSection({ id, title, about, aside, children }: Props) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-serif text-xl font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {about && <p className="mt-1 max-w-reading text-gray-600">{about}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
