import type { Template } from '#contract/articles.ts'
import { Icon } from '#site/ui/icon.tsx'

const MOST = 6

type Props = { templates: readonly Template[]; onUse(template: Template): void }

/** What an empty page can start from. Gone with the first word. */
export function Templates({ templates, onUse }: Props) {
  const shapes = templates.filter(({ kind }) => kind === 'template').slice(0, MOST)
  const prompts = templates.filter(({ kind }) => kind === 'prompt').slice(0, MOST)
  if (shapes.length + prompts.length === 0) return null
  return (
    <section aria-label="Start from" className="mt-16 border-t border-gray-200 pt-6">
      {shapes.length > 0 && (
        <>
          <h2 className="text-sm font-semibold text-gray-700">Start from a template</h2>
          <ul className="mt-3 grid gap-3 sm:grid-cols-2">
            {shapes.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  onClick={() => onUse(template)}
                  className="flex size-full min-h-11 items-start gap-3 rounded-md border border-gray-200 p-4 text-start hover:border-gray-400 hover:bg-gray-50"
                >
                  <Icon name="layout-template" className="mt-0.5 text-gray-500" />
                  <span className="min-w-0">
                    <span className="block font-medium wrap-anywhere">{template.name}</span>
                    {template.description && (
                      <span className="block text-sm text-gray-600">{template.description}</span>
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {prompts.length > 0 && (
        <>
          <h2 className="mt-8 text-sm font-semibold text-gray-700">Or answer a question</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {prompts.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  onClick={() => onUse(template)}
                  className="min-h-11 rounded-full border border-gray-200 px-4 text-start text-sm hover:border-gray-400 hover:bg-gray-50"
                >
                  {template.name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
