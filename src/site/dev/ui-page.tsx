import { DirectionProvider } from '@base-ui/react/direction-provider'
import { useState } from 'react'
import { Switch } from '#site/ui/switch.tsx'
import { Charts } from './charts.tsx'
import { Feedback } from './feedback.tsx'
import { Forms } from './forms.tsx'
import { Layers } from './layers.tsx'
import { Foundations } from './foundations.tsx'
import { Components } from './components.tsx'

/** Every part of the design system on one page, to look at and to try, in both directions. */
export default function UiPage() {
  const [rtl, setRtl] = useState(false)
  const direction = rtl ? 'rtl' : 'ltr'
  return (
    <DirectionProvider direction={direction}>
      <div dir={direction} className="mx-auto max-w-page px-5 pb-10">
        <header className="flex flex-wrap items-end justify-between gap-4 pt-12">
          <h1 className="font-serif text-3xl font-semibold">Design system</h1>
          <Switch label="Right to left" checked={rtl} onCheckedChange={setRtl} />
        </header>
        <Foundations />
        <Components />
        <Forms />
        <Layers />
        <Feedback />
        <Charts />
      </div>
    </DirectionProvider>
  )
}
