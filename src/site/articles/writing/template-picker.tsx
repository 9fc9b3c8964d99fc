import type { Template } from '#contract/articles/templates.ts'
import { Icon } from '#site/ui/icon.tsx'

const MAX_SHOWN = 6

type Props = { templates: readonly Template[]; onUse(template: Template): void }

export function TemplatePicker({ templates, onUse }: Props) {
  const storyTemplates = templates.filter(({ kind }) => kind === 'template').slice(0, MAX_SHOWN)
  const prompts = templates.filter(({ kind }) => kind === 'prompt').slice(0, MAX_SHOWN)
  if (storyTemplates.length + prompts.length === 0) return null
  return (
    <section aria-label="Templates and prompts" className="mt-16 border-t border-gray-200 pt-6">
      {storyTemplates.length > 0 && (
        <>
          <h2 className="text-sm font-semibold text-gray-700">Start from a template</h2>
          <ul className="mt-3 grid gap-3 sm:grid-cols-2">
            {storyTemplates.map((template) => (
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
          <h2 className="mt-8 text-sm font-semibold text-gray-700">Or start from a prompt</h2>
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
