import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  children: ReactNode
  lead?: ReactNode
  /** Moves the focus here, for screen readers, when this step replaces another. */
  arrives?: boolean
}

export function StepTitle({ children, lead, arrives = false }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrives) title.current?.focus()
  }, [arrives])
  return (
    <div className="mb-8">
      <h1 ref={title} tabIndex={-1} className="font-serif text-2xl font-semibold tracking-tight outline-none">
        {children}
      </h1>
      {lead && <div className="mt-3 text-gray-600">{lead}</div>}
    </div>
  )
}
