import type { ReactNode } from 'react'

type Props = { id: string; title: string; about?: ReactNode; children: ReactNode }

export function Section({ id, title, about, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-10 gap-y-5 border-t border-gray-200 py-8 md:grid-cols-[13rem_1fr]"
    >
      <div>
        <h2 id={id} className="font-serif text-lg leading-snug font-semibold">
          {title}
        </h2>
        {about && <div className="mt-1.5 text-sm text-gray-600">{about}</div>}
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-5">{children}</div>
    </section>
  )
}

type RowProps = { title: ReactNode; detail?: ReactNode; action?: ReactNode }

export function Row({ title, detail, action }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <div className="font-medium break-words text-gray-900">{title}</div>
        {detail && <div className="text-sm break-words text-gray-600">{detail}</div>}
      </div>
      {action}
    </div>
  )
}

export function Rows({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-1 gap-4">{children}</ul>
}
