import { useState } from 'react'
import { Form } from 'react-router'
import type { LogLine, SiteProcess } from '#contract/operations/operations.ts'
import { logLevelNames } from '#contract/operations/names.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { useLiveRefresh } from './use-live-refresh.ts'

const LIVE_MS = 3000
const small = `min-h-11 w-auto! text-sm! ${controlLook}`
const tones = {
  trace: 'neutral',
  debug: 'neutral',
  info: 'neutral',
  warn: 'warning',
  error: 'danger',
  fatal: 'danger',
} as const

type Props = {
  log: { lines: readonly LogLine[]; missing: readonly string[] }
  processes: readonly SiteProcess[]
  query: Record<string, string>
}

/** The latest records of all processes. Filters are a GET form, so they work before scripts load. */
export function LogView({ log: { lines, missing }, processes, query }: Props) {
  const [live, setLive] = useState(false)
  useLiveRefresh(LIVE_MS, live)
  return (
    <>
      <Filters key={JSON.stringify(query)} query={query} processes={processes} />
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <p className="text-sm text-gray-600">Each process keeps its latest 1,000 records. Times are in UTC.</p>
        <Button tone="quiet" size="sm" aria-pressed={live} onClick={() => setLive(!live)}>
          {live ? 'Stop live updates' : 'Update live'}
        </Button>
      </div>
      {missing.length > 0 && (
        <Banner tone="warning">These processes did not answer: {missing.join(', ')}. Refresh to try again.</Banner>
      )}
      {lines.length === 0 ? (
        <EmptyState icon="scroll-text" title="No log records found">
          Choose a lower level or fewer filters.
        </EmptyState>
      ) : (
        <ol aria-label="Log records, latest first" className="divide-y divide-gray-200 border-y border-gray-200">
          {lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- records of one millisecond have nothing else that differs
            <Line key={`${line.at} ${line.process} ${index}`} line={line} />
          ))}
        </ol>
      )}
    </>
  )
}

function Filters({ query, processes }: Pick<Props, 'query' | 'processes'>) {
  return (
    <search>
      <Form action="/admin/system" aria-label="Filter the log" className="flex flex-wrap items-end gap-3 py-4">
        <input type="hidden" name="show" value="log" />
        <input
          name="q"
          type="search"
          aria-label="Search the log"
          placeholder="Search the log"
          defaultValue={query['q'] ?? ''}
          maxLength={200}
          className={`min-h-11 min-w-40 flex-1 basis-56 sm:max-w-80 ${controlLook}`}
        />
        <input
          name="request"
          aria-label="Request ID"
          placeholder="Request ID"
          defaultValue={query['request'] ?? ''}
          maxLength={100}
          autoCapitalize="none"
          spellCheck={false}
          className={`min-w-40 ${small}`}
        />
        <select name="level" aria-label="Level" defaultValue={query['level'] ?? 'info'} className={small}>
          {logLevelNames.map((level) => (
            <option key={level} value={level}>
              {level} and above
            </option>
          ))}
        </select>
        {processes.length > 1 && (
          <select name="process" aria-label="Process" defaultValue={query['process'] ?? ''} className={small}>
            <option value="">All processes</option>
            {processes.map(({ id, host, pid }) => (
              <option key={id} value={id}>
                {host} {pid}
              </option>
            ))}
          </select>
        )}
        <Button type="submit" tone="quiet">
          Filter
        </Button>
        <ButtonLink to="/admin/system?show=log" tone="plain">
          Clear
        </ButtonLink>
      </Form>
    </search>
  )
}

function Line({ line: { at, level, message, requestId, fields, process } }: { line: LogLine }) {
  return (
    <li className="grid gap-x-3 gap-y-1 py-2 text-sm sm:grid-cols-[max-content_5rem_1fr]" dir="ltr">
      <time dateTime={at} className="font-mono text-xs text-gray-600 tabular-nums sm:pt-1">
        {at.slice(0, 10)} {at.slice(11, 23)}
      </time>
      <span>
        <Badge tone={tones[level]}>{level}</Badge>
      </span>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{message || '–'}</p>
        {fields && <code className="block font-mono text-xs wrap-anywhere text-gray-600">{fields}</code>}
        <p className="font-mono text-xs wrap-anywhere text-gray-600">
          {process}
          {requestId && ` · ${requestId}`}
        </p>
      </div>
    </li>
  )
}
