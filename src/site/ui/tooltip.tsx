import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

type Props = { text: string; children: ReactElement<Record<string, unknown>> }

/** Extra information about a labelled element. Never essential: touch devices cannot hover. */
export function Tooltip({ text, children }: Props) {
  return (
    <Base.Provider delay={400}>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="z-50">
            <Base.Popup className="max-w-64 rounded-sm bg-gray-900 px-2.5 py-1.5 text-sm text-white transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
              {text}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  )
}
