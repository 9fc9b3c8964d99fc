import type { ReactNode } from 'react'

export function Prose({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-reading px-5 pt-12 sm:pt-16">
      <h1 className="font-serif text-2xl font-semibold tracking-tight sm:text-3xl">{title}</h1>
      <p className="mt-4 text-lg leading-normal text-pretty text-gray-600">{lead}</p>
      <div className="mt-10 grid grid-cols-1 gap-5 text-md text-gray-800 [&_h2]:mt-6 [&_h2]:font-serif [&_h2]:text-xl [&_h2]:font-semibold [&_li]:mt-2 [&_ul]:list-disc [&_ul]:ps-6">
        {children}
      </div>
    </div>
  )
}
