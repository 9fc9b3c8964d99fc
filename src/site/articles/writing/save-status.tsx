import { useContext, useEffect, useRef, useState } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { IconContext } from '#site/ui/icon-source.ts'
import type { SaveState } from '#site/articles/writing/saving/state.ts'
import { statusIcons, statusOf } from './status-words.ts'

const TICK_MS = 30_000

/** Says how the saving stands. What is seen changes with every pause; what is spoken, only when there is trouble or it has passed. */
export function SaveStatus({ state }: { state: SaveState }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const icons = useContext(IconContext)
  useEffect(() => {
    for (const name of statusIcons) if (!icons.get(name)) icons.request(name)
  }, [icons])
  const { icon, short, long, trouble } = statusOf(state, Math.max(now, state.savedAt ?? 0))
  const exact = state.savedAt === null ? undefined : `Saved at ${new Date(state.savedAt).toLocaleTimeString()}`
  return (
    <div
      data-saving={state.phase}
      className={`min-w-0 text-sm ${trouble ? 'font-medium text-warning-800' : 'text-gray-600'}`}
      title={exact}
    >
      <span className="flex min-w-0 items-center gap-1.5" aria-hidden>
        <Icon name={icon} size={16} className="max-xs:hidden" />
        <span className="truncate lg:hidden">{short}</span>
        <span className="truncate max-lg:hidden">{long}</span>
      </span>
      <Spoken state={state} />
    </div>
  )
}

function Spoken({ state }: { state: SaveState }) {
  const [said, say] = useState('')
  const troubled = useRef(false)
  useEffect(() => {
    const { long, trouble } = statusOf(state, Date.now())
    if (trouble) say(long)
    else if (troubled.current && state.phase === 'saved') say('Saved again')
    if (trouble || state.phase === 'saved') troubled.current = trouble
  }, [state])
  return <output className="sr-only">{said}</output>
}
