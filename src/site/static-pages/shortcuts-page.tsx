import type { Head, HeadArgs } from '#site/page.ts'
import { Prose } from './prose.tsx'
import { ShortcutSwitch } from './shortcut-switch.tsx'

const singleKeys = [
  { keys: ['/'], does: 'Search' },
  { keys: ['j'], does: 'Go to the next story in a list' },
  { keys: ['k'], does: 'Go to the previous story in a list' },
  { keys: ['b'], does: 'Save the selected story, or the one you are reading' },
  { keys: ['l'], does: 'Like the story you are reading' },
]
const combinations = [{ keys: ['Ctrl K', '⌘ K'], does: 'Search' }]

export function head({ site, row }: HeadArgs): Head {
  return { title: `${row.title} · ${site.name}`, description: `Use ${site.name} with the keyboard.` }
}

export default function ShortcutsPage() {
  return (
    <Prose title="Keyboard shortcuts" lead="Shortcuts don’t run while you type in a field.">
      <ShortcutSwitch />
      <Shortcuts title="Single keys" list={singleKeys} />
      <Shortcuts title="Always on" list={combinations} />
    </Prose>
  )
}

function Shortcuts({ title, list }: { title: string; list: typeof singleKeys }) {
  return (
    <section>
      <h2>{title}</h2>
      <dl className="mt-3 divide-y divide-gray-200 border-y border-gray-200 text-base">
        {list.map(({ keys, does }) => (
          <div key={keys.join()} className="flex min-h-11 flex-row-reverse items-center justify-between gap-4 py-2">
            <dt className="flex shrink-0 items-center gap-2">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border border-gray-300 bg-gray-50 px-2 py-0.5 font-mono text-sm">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
