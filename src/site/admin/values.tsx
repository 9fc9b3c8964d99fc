import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Values, type ValuesProps } from '#site/ui/values.tsx'

/** Values that the environment of the server sets. */
export function SetByEnvironment({ variable, values }: { variable: string; values: ValuesProps['values'] }) {
  return (
    <div className="grid gap-2 rounded-md border border-gray-200 bg-gray-50 px-4 py-3">
      <p className="text-sm text-gray-700">
        Set by <code className="font-mono">{variable}</code>. Change it in the environment of the server.
      </p>
      {values.length > 0 && <Values values={values} />}
    </div>
  )
}

type ConflictProps = ValuesProps & { onUse(): void }

/** Another admin has saved first. The input stays, and the next save replaces what they saved. */
export function Conflict({ values, onUse }: ConflictProps) {
  return (
    <Banner
      tone="warning"
      title="Another admin saved changes while you were editing."
      action={
        <Button tone="quiet" size="sm" onClick={onUse}>
          Use theirs
        </Button>
      }
    >
      <p className="mb-2">Your input is still here. Save again to replace theirs, which is:</p>
      <Values values={values} />
    </Banner>
  )
}
