import type { ReactNode } from 'react'

export function Chapter({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`chapter-${name}`} className="mt-14">
      <h2 id={`chapter-${name}`} className="mb-6 font-serif text-xl font-semibold">
        {name}
      </h2>
      {children}
    </section>
  )
}

/** One part of the design system, with its name. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-t border-gray-200 py-7 md:grid md:grid-cols-[10rem_minmax(0,1fr)] md:gap-8">
      <h3 className="mb-4 text-sm font-semibold text-gray-600">{name}</h3>
      <div>{children}</div>
    </div>
  )
}
