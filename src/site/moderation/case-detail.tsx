import type { ReactNode } from 'react'
import type { CaseDetail as Detail, ContextResponse, Decision } from '#contract/moderation/moderation.ts'
import { reasonNames } from '#contract/moderation/names.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button } from '#site/ui/button.tsx'
import { Link } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { AppealDecision } from './appeal-decision.tsx'
import { actions, kindNames, plural, reportName, stateNames } from './labels.ts'
import { storyPath } from './story-path.ts'
import { useDecisions } from './use-decisions.ts'

/** The whole text, the reports, the context, the history of the person and earlier decisions. */
export function CaseDetail({ detail }: { detail: Detail }) {
  const { kind, text, story, appeal, parent, before, after, openReports, history } = detail
  const decisions = useDecisions()
  return (
    <div className="grid max-w-reading gap-5 rounded-md bg-gray-50 p-4 text-base">
      {(text || story) && (
        <Section title={kindNames[kind]}>
          {text && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          )}
          {story && (
            <p className="mt-1 text-sm text-gray-700">
              {kind === 'response' && 'On '}
              <Link to={storyPath(detail)} className="underline underline-offset-2 hover:text-gray-900">
                <bdi>{story.title || 'Untitled'}</bdi>
              </Link>
            </p>
          )}
        </Section>
      )}
      {appeal && <AppealDecision appeal={appeal} ownDecision={detail.ownDecision} onDecide={decisions.decideAppeal} />}
      {openReports.length > 0 && (
        <Section title="Reports">
          <ul className="grid gap-2">
            {openReports.map(({ id, reason, note, by, at, open }) => (
              <li key={id} className="text-sm">
                <span className="font-medium">{reportName(reason)}</span> by{' '}
                <bdi>{by?.name ?? 'a deleted account'}</bdi>, <Time at={at} /> {!open && <Badge>Resolved</Badge>}
                {note && (
                  <p dir="auto" className="wrap-anywhere whitespace-pre-line text-gray-700">
                    {note}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {(parent || before.length > 0 || after.length > 0) && (
        <Section title="Context">
          <ul className="grid gap-3">
            {parent && <Context response={parent} label="Reply to" />}
            {before.map((one) => (
              <Context key={one.id} response={one} label="Before" />
            ))}
            {after.map((one) => (
              <Context key={one.id} response={one} label="After" />
            ))}
          </ul>
        </Section>
      )}
      <Section title="History of the person">
        <p className="text-sm">
          Joined <Time at={history.joinedAt} />. {plural(history.responses, 'response')},{' '}
          {plural(history.stories, 'story').replace('storys', 'stories')}.
        </p>
        <p className="text-sm text-gray-700">
          {[
            `${history.held} held`,
            `${history.hidden} hidden`,
            `${history.deleted} deleted`,
            plural(history.warned, 'warning'),
            plural(history.banned, 'ban'),
            `${plural(history.reports, 'report')} in all`,
          ].join(', ')}
        </p>
      </Section>
      {detail.decisions.length > 0 && (
        <Section title="Decisions">
          <ul className="grid gap-2">
            {detail.decisions.map((decision) => (
              <DecisionRow key={decision.id} decision={decision} onUndo={() => void decisions.undo(decision.id)} />
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 text-sm font-semibold text-gray-900">{title}</h2>
      {children}
    </section>
  )
}

function Context({ response: { author, text, state, at }, label }: { response: ContextResponse; label: string }) {
  return (
    <li className="border-s-2 border-gray-300 ps-3 text-sm">
      <p className="text-gray-600">
        {label}: <bdi className="font-medium text-gray-800">{author.name}</bdi>, <Time at={at} />{' '}
        {state !== 'shown' && <Badge>{stateNames[state]}</Badge>}
      </p>
      <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line text-gray-800">
        {text}
      </p>
    </li>
  )
}

function DecisionRow({ decision, onUndo }: { decision: Decision; onUndo(): void }) {
  const { action, reason, note, by, at, until, undoneAt, undoable } = decision
  return (
    <li className="text-sm">
      <span className="font-medium">{actions[action].done}</span>
      {reason && ` (${reasonNames[reason].toLowerCase()})`}
      {until && (
        <>
          {' until '}
          <Time at={until} />
        </>
      )}
      {' by '}
      <bdi>{by?.name ?? 'a deleted account'}</bdi>, <Time at={at} /> {undoneAt && <Badge>Undone</Badge>}
      {undoable && (
        <Button tone="plain" size="sm" className="noscript:hidden" onClick={onUndo}>
          Undo
        </Button>
      )}
      {note && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-gray-700">
          {note}
        </p>
      )}
    </li>
  )
}
