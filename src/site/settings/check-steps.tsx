import { Badge } from '#site/ui/badge.tsx'

type Step = { name: string; ok: boolean | null; found: string; ms?: number }

/** The result of a check, step by step. A step that was not run has no result. */
export function CheckSteps({ steps, ok }: { steps: readonly Step[]; ok: boolean }) {
  return (
    <div>
      <p className="font-medium">{ok ? 'Everything works.' : 'The check failed.'}</p>
      <ol className="mt-2 divide-y divide-gray-200">
        {steps.map((step) => (
          <li key={step.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
            <Badge tone={step.ok === null ? 'neutral' : step.ok ? 'primary' : 'danger'}>
              {step.ok === null ? 'Skipped' : step.ok ? 'Passed' : 'Failed'}
            </Badge>
            <span className="font-medium">{step.name}</span>
            {step.ok !== null && step.ms !== undefined && <span className="text-gray-600">{step.ms} ms</span>}
            <span className="min-w-0 basis-full wrap-anywhere text-gray-600">
              <bdi>{step.found}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
