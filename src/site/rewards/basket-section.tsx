import type { ReactNode } from 'react'

type Props = { id: string; title: string; about?: ReactNode; children: ReactNode }

export function BasketSection({ id, title, about, children }: Props) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="font-serif text-xl font-semibold">
        {title}
      </h2>
      {about && <p className="mt-1 max-w-reading text-gray-600">{about}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
