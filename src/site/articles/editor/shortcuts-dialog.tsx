import { Dialog } from '#site/ui/dialog.tsx'
import { keyNames } from './keys.ts'
import { type EditorUi, useEditorUi } from './editor-ui.ts'

const groups: { name: string; keys: [string, string][] }[] = [
  {
    name: 'Text',
    keys: [
      ['Bold', 'Mod-B'],
      ['Italic', 'Mod-I'],
      ['Strikethrough', 'Mod-Shift-S'],
      ['Code', 'Mod-E'],
      ['Highlight', 'Mod-Shift-H'],
      ['Superscript', 'Mod-.'],
      ['Subscript', 'Mod-,'],
      ['Link', 'Mod-K'],
      ['Line break', 'Shift-Enter'],
    ],
  },
  {
    name: 'Blocks',
    keys: [
      ['Insert block', '/'],
      ['Insert block, anywhere', 'Mod-/'],
      ['Heading', 'Mod-Alt-2'],
      ['Subheading', 'Mod-Alt-3'],
      ['Quote', 'Mod-Shift-B'],
      ['Bulleted list', 'Mod-Shift-8'],
      ['Numbered list', 'Mod-Shift-7'],
      ['Task list', 'Mod-Shift-9'],
      ['Code block', 'Mod-Alt-C'],
      ['Move up', 'Alt-Shift-ArrowUp'],
      ['Move down', 'Alt-Shift-ArrowDown'],
      ['Block options', 'Alt-Enter'],
    ],
  },
  {
    name: 'Editor',
    keys: [
      ['Undo', 'Mod-Z'],
      ['Redo', 'Mod-Shift-Z'],
      ['Find', 'Mod-F'],
      ['Replace', 'Mod-Alt-F'],
      ['Focus mode', 'Mod-Shift-F'],
      ['Focus toolbar', 'Alt-F10'],
      ['Paste as plain text', 'Mod-Shift-V'],
      ['Keyboard shortcuts', 'Mod-?'],
    ],
  },
  {
    name: 'At the start of a line',
    keys: [
      ['Heading', '#'],
      ['Subheading', '##'],
      ['Bulleted list', '-'],
      ['Numbered list', '1.'],
      ['Task list', '[]'],
      ['Quote', '>'],
      ['Code block', '```'],
    ],
  },
]

export function ShortcutsDialog({ ui }: { ui: EditorUi }) {
  const open = useEditorUi(ui, ({ panel }) => panel === 'shortcuts')
  return (
    <Dialog
      wide
      open={open}
      title="Keyboard shortcuts"
      onOpenChange={(next) => ui.set({ panel: next ? 'shortcuts' : null })}
    >
      <div className="columns-[16rem] gap-8">
        {groups.map(({ name, keys }) => (
          <section key={name} className="mb-6 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold text-gray-900">{name}</h3>
            <dl className="text-sm">
              {keys.map(([what, combination]) => (
                <div key={what} className="flex items-center justify-between gap-4 border-b border-gray-100 py-1.5">
                  <dt className="text-gray-700">{what}</dt>
                  <dd className="flex shrink-0 gap-1">
                    <Keys combination={combination} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Keys({ combination }: { combination: string }) {
  const keys = combination.startsWith('-') ? ['-'] : keyNames(combination)
  return keys.map((key) => (
    <kbd key={key} className="rounded-sm border border-gray-300 bg-gray-50 px-1.5 font-sans text-gray-800">
      {key}
    </kbd>
  ))
}
