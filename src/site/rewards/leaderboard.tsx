import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { showError } from '#site/conversation/show-error.ts'
import { useApi, useShell } from '#site/page.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Link } from '#site/ui/link.tsx'
import { Switch } from '#site/ui/switch.tsx'
import type { Leader } from './berry-basket-data.ts'
import { formatNumber } from './labels.ts'

export function Leaderboard({ leaders }: { leaders: readonly Leader[] }) {
  const { viewer } = useShell()
  if (leaders.length === 0)
    return (
      <p className="rounded-lg bg-gray-50 px-5 py-8 text-center text-gray-600">
        The leaderboard is empty. Finish a story to be the first on it.
      </p>
    )
  return (
    <div className="@container">
      <ol className="gap-x-12 @2xl:columns-2">
        {leaders.map(({ person: { id, handle, name, avatar }, earned, rank }) => (
          <li
            key={id}
            className={`flex break-inside-avoid items-center gap-3 rounded-md border-b border-gray-100 px-3 py-2.5 ${id === viewer?.id ? 'bg-warning-50' : ''}`}
          >
            <span
              className={`grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums ${rank <= 3 ? 'bg-warning-200 text-warning-800' : 'text-gray-600'}`}
            >
              <span className="sr-only">Rank </span>
              {rank}
            </span>
            <Avatar name={name} src={avatar?.src ?? null} size={40} />
            <Link
              to={`/user/${handle}`}
              viewTransition
              className="min-w-0 flex-1 truncate font-medium underline-offset-4 hover:underline"
            >
              <bdi>{name}</bdi>
              {id === viewer?.id && <span className="font-normal text-gray-600"> (you)</span>}
            </Link>
            <span className="font-medium whitespace-nowrap tabular-nums">
              {formatNumber(earned)}
              <span className="sr-only"> {earned === 1 ? 'berry' : 'berries'}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Joins or leaves the leaderboard at once, and goes back if that fails. */
export function LeaderboardSwitch({ listed: loaded }: { listed: boolean }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(listed: boolean) {
    if (wanted !== null) return
    setWanted(listed)
    try {
      await api('PUT /api/berries/listed', { body: { listed } })
      await revalidate()
    } catch (error) {
      await showError('Couldn’t change the leaderboard', error)
    }
    setWanted(null)
  }

  return (
    <div className="mb-4 max-w-md">
      <Switch
        label="Show me on the leaderboard"
        checked={wanted ?? loaded}
        onCheckedChange={(checked) => void change(checked)}
      />
      <p className="text-sm text-gray-600">
        {(wanted ?? loaded)
          ? 'Everyone can see your name and what you earned.'
          : 'You’re not shown. You still earn berries.'}
      </p>
    </div>
  )
}
