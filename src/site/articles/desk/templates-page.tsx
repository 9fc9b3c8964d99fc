import { usePageData } from '#site/page.ts'
import { TemplateSection } from './template-section.tsx'
import { suggestedPrompts, suggestedTemplates } from './template-suggestions.ts'
import type { templatesData } from './templates-data.ts'
import { useTemplates } from './use-templates.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

/** What a new article starts from. */
export default function TemplatesPage() {
  const desk = useTemplates(usePageData<typeof templatesData>().templates)
  return (
    <div className="max-w-4xl py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold">Templates</h1>
      <p className="mt-3 max-w-reading text-gray-600">
        Whoever begins a story is offered these, in this order. Changing one changes nothing that was begun from it.
      </p>
      <TemplateSection
        kind="template"
        title="Templates"
        says="A text with its headings and places to fill in."
        desk={desk}
        suggestions={suggestedTemplates}
      />
      <TemplateSection
        kind="prompt"
        title="Prompts"
        says="One question each, for whoever does not know how to begin."
        desk={desk}
        suggestions={suggestedPrompts}
      />
    </div>
  )
}
