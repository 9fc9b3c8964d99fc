import { type ReactNode, useEffect, useState } from 'react'
import { SECOND_MS } from '#contract/constants.ts'
import type { AnalyticsEvent } from '#contract/analytics/events.ts'
import { Values } from '#site/ui/values.tsx'
import { sendsDoNotTrack, sendsGlobalPrivacyControl } from '#site/browser/privacy-choice.ts'
import { type Head, type HeadArgs, useApi, useBoot } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Table } from '#site/ui/table.tsx'
import { type BrowserState, readBrowserState, sendTestEvent } from './browser-state.ts'
import { MeasurementChoice } from './measurement-choice.tsx'
import type { SentBatch } from './worker-messages.ts'

const REFRESH_MS = 2 * SECOND_MS

export function head({ site, row }: HeadArgs): Head {
  return { title: `${row.title} · ${site.name}`, noIndex: true }
}

/** What the analytics of this browser does. All of it is known only in the browser. */
export default function DebugPage() {
  const { base } = useBoot()
  const [state, setState] = useState<BrowserState | null>(null)

  useEffect(() => {
    let isShown = true
    const refresh = async () => {
      if (document.visibilityState === 'hidden') return
      const read = await readBrowserState(base)
      if (isShown) setState(read)
    }
    void refresh()
    const timer = setInterval(() => void refresh(), REFRESH_MS)
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [base])

  return (
    <div className="mx-auto grid max-w-3xl gap-10 px-5 pt-12 pb-10">
      <div>
        <h1 className="font-serif text-2xl font-semibold sm:text-3xl">Analytics in this browser</h1>
        <p className="mt-3 text-md text-gray-600">
          This site counts views and reads without cookies and without storing addresses. Here you see what this browser
          sends. <TextLink to="/privacypolicy">Privacy policy</TextLink>
        </p>
      </div>
      <noscript>
        <p>Without JavaScript, nothing is counted.</p>
      </noscript>
      {state === null ? (
        <p className="min-h-60 text-gray-600" aria-busy>
          Asking the browser…
        </p>
      ) : (
        <Report state={state} />
      )}
      <MeasurementChoice />
    </div>
  )
}

function Report({ state }: { state: BrowserState }) {
  const { worker, queue } = state
  const isOff = sendsDoNotTrack() || sendsGlobalPrivacyControl()
  return (
    <>
      <Section title="State">
        {isOff && (
          <Banner title="You are not counted">
            Your browser asks not to be tracked, so nothing is recorded or sent.
          </Banner>
        )}
        <Values
          values={[
            ['Do Not Track', sendsDoNotTrack() ? 'on' : 'off'],
            ['Global Privacy Control', sendsGlobalPrivacyControl() ? 'on' : 'off'],
            ['Worker', worker.state],
            ...(worker.scope ? ([['Scope of the worker', worker.scope]] as const) : []),
            ['Network', navigator.onLine ? 'online' : 'offline'],
          ]}
        />
        {!isOff && !worker.isActive && (
          <p className="text-sm text-gray-600">
            Without a worker, pages send their events themselves when you leave them.
          </p>
        )}
        {!isOff && <TestEvent />}
      </Section>
      {queue && (
        <>
          <Section title="Waiting events">
            {queue.failures > 0 && (
              <p className="text-sm text-gray-600">
                {queue.failures === 1 ? 'The last request failed.' : `The last ${queue.failures} requests failed.`} The
                worker tries again at {timeOf(queue.retryAt)}.
              </p>
            )}
            <Table
              caption="Waiting events"
              rows={queue.events}
              keyOf={({ id }) => id}
              columns={eventColumns}
              empty={<p className="text-sm text-gray-600">No events are waiting.</p>}
            />
          </Section>
          <Section title="Last requests">
            <Table
              caption="Last requests"
              rows={queue.sent}
              keyOf={({ at, events }) => `${at} ${events[0]?.id}`}
              columns={requestColumns}
              empty={<p className="text-sm text-gray-600">Nothing was sent yet.</p>}
            />
          </Section>
        </>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

const timeOf = (at: number) => new Date(at).toLocaleTimeString()

const eventColumns = [
  { name: 'Time', cell: ({ at }: AnalyticsEvent) => timeOf(at) },
  { name: 'Event', cell: describeEvent },
  { name: 'Page', cell: ({ path }: AnalyticsEvent) => <bdi className="wrap-anywhere">{path}</bdi> },
]

const requestColumns = [
  { name: 'Time', cell: ({ at }: SentBatch) => timeOf(at) },
  { name: 'Answer', cell: describeAnswer },
  { name: 'Events', cell: ({ events }: SentBatch) => events.map(describeEvent).join(', ') },
]

function describeAnswer({ status, accepted }: SentBatch) {
  if (status === 0) return 'none'
  return accepted === undefined ? String(status) : `${status}, ${accepted} accepted`
}

function describeEvent(event: AnalyticsEvent) {
  switch (event.kind) {
    case 'progress':
      return `progress to ${event.to * 5} %`
    case 'vital':
      return `${event.name} ${Number(event.value.toFixed(3))}`
    case 'search':
      return `search “${event.term}”`
    case 'share':
      return `share by ${event.channel}`
    case 'step':
      return `step ${event.step}`
    default:
      return event.kind
  }
}

function TestEvent() {
  const api = useApi()
  const { base } = useBoot()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState('')

  async function send() {
    setBusy(true)
    setAnswer('')
    try {
      setAnswer(await sendTestEvent(api, base))
    } catch (error) {
      const { errorMessage } = await import('#site/errors/messages.ts')
      setAnswer(`The event wasn’t accepted. ${errorMessage(error)}`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button tone="quiet" size="sm" busy={busy} onClick={() => void send()}>
        Send a test event
      </Button>
      <output className="text-sm text-gray-700">{answer}</output>
    </div>
  )
}
