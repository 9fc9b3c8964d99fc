import { useContext, useEffect, useRef, useState } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { IconContext } from '#site/ui/icon-source.ts'
import type { SaveState } from '#site/articles/writing/saving/save-state.ts'
import { statusIcons, getSaveStatus } from './save-status-text.ts'

const TICK_MS = 30_000

/** The save status. Screen readers hear only about problems and recovery. */
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
  const { icon, short, long, isProblem } = getSaveStatus(state, Math.max(now, state.savedAt ?? 0))
  const exact = state.savedAt === null ? undefined : `Saved at ${new Date(state.savedAt).toLocaleTimeString()}`
  return (
    <div
      data-saving={state.phase}
      className={`min-w-0 text-sm ${isProblem ? 'font-medium text-warning-800' : 'text-gray-600'}`}
      title={exact}
    >
      <span className="flex min-w-0 items-center gap-1.5" aria-hidden>
        <Icon name={icon} size={16} className="max-xs:hidden" />
        <span className="truncate lg:hidden">{short}</span>
        <span className="truncate max-lg:hidden">{long}</span>
      </span>
      <Announcement state={state} />
    </div>
  )
}

function Announcement({ state }: { state: SaveState }) {
  const [text, setText] = useState('')
  const hadProblem = useRef(false)
  useEffect(() => {
    const { long, isProblem } = getSaveStatus(state, Date.now())
    if (isProblem) setText(long)
    else if (hadProblem.current && state.phase === 'saved') setText('Saved again')
    if (isProblem || state.phase === 'saved') hadProblem.current = isProblem
  }, [state])
  return <output className="sr-only">{text}</output>
}
