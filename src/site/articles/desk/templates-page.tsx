import { usePageData } from '#site/page.ts'
import { TemplateSection } from './template-section.tsx'
import { suggestedPrompts, suggestedTemplates } from './template-suggestions.ts'
import type { templatesData } from './templates-data.ts'
import { useTemplates } from './use-templates.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function TemplatesPage() {
  const desk = useTemplates(usePageData<typeof templatesData>().templates)
  return (
    <div className="max-w-4xl py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold">Templates</h1>
      <p className="mt-3 max-w-reading text-gray-600">
        Writers can start a new story from these, in this order. Editing one doesn’t change stories already started from
        it.
      </p>
      <TemplateSection
        kind="template"
        title="Templates"
        description="A text with headings and placeholders to fill in."
        desk={desk}
        suggestions={suggestedTemplates}
      />
      <TemplateSection
        kind="prompt"
        title="Prompts"
        description="Questions for writers who don’t know where to start."
        desk={desk}
        suggestions={suggestedPrompts}
      />
    </div>
  )
}
