import { useHref } from 'react-router'
import { useShell } from '#site/page.ts'
import { useHost } from '#site/articles/preview/use-host.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { FeatureSwitch } from '#site/articles/review/feature-switch.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Switch } from '#site/ui/switch.tsx'
import { generateExcerpt } from '#site/articles/writing/excerpt.ts'
import { generateSlug } from '#site/articles/writing/generate-slug.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { AccessField } from './access-field.tsx'
import { CoAuthorsField } from './co-authors-field.tsx'
import { listLanguages } from './languages.ts'
import { Previews } from './previews.tsx'
import { SettingTextArea, SettingInput, SettingsSection, Setting } from './setting.tsx'
import { TagsField } from './tags-field.tsx'

const countCharacters = (text: string) => [...text].length

/** Metadata of a story, saved as it changes. */
export function Settings() {
  const { article, fields, change, readOnly } = useWriting()
  return (
    <fieldset disabled={readOnly} className="min-w-0">
      <SettingsSection title="Discovery">
        <CategoryField />
        <TagsField />
        <ExcerptField />
        <LanguageField />
      </SettingsSection>
      <SettingsSection title="Access and authors">
        <AccessField />
        <Switch
          label="Allow responses"
          checked={fields.takesResponses}
          disabled={readOnly}
          onCheckedChange={(takesResponses) => change({ takesResponses })}
        />
        {article?.may.invite && <CoAuthorsField article={article} />}
        {article?.may.feature && article.state === 'published' && <FeatureSwitch article={article} />}
      </SettingsSection>
      <SettingsSection title="Web address">
        <AddressField />
        <CanonicalField />
      </SettingsSection>
      <SettingsSection title="Search and sharing">
        <SearchFields />
        <Previews />
      </SettingsSection>
    </fieldset>
  )
}

function CategoryField() {
  const { site } = useShell()
  const { fields, change, errorOf } = useWriting()
  const known = site.categories.some(({ slug }) => slug === fields.category)
  return (
    <Setting label="Category" hint="Where the story is listed." problem={errorOf('category')}>
      {(ids) => (
        <select
          {...ids}
          name="category"
          value={fields.category ?? ''}
          onChange={({ currentTarget }) => change({ category: currentTarget.value || null })}
          className={`min-h-11 ${controlLook}`}
        >
          <option value="">None</option>
          {fields.category && !known && <option value={fields.category}>{fields.category}</option>}
          {site.categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Setting>
  )
}

function ExcerptField() {
  const { fields, change, errorOf } = useWriting()
  const generated = generateExcerpt(fields.body)
  const hint = fields.excerpt
    ? 'Shown below the title in lists.'
    : generated
      ? `Leave blank to use the beginning of the text: “${generated}”`
      : 'Shown below the title in lists. Leave blank to use the beginning of the text.'
  return (
    <Setting
      label="Excerpt"
      hint={<span className="wrap-anywhere">{hint}</span>}
      problem={errorOf('excerpt')}
      count={{ now: countCharacters(fields.excerpt), max: 500 }}
    >
      {(ids) => (
        <SettingTextArea
          {...ids}
          {...inLanguage(fields.language)}
          name="excerpt"
          value={fields.excerpt}
          onChange={({ currentTarget }) => change({ excerpt: currentTarget.value })}
        />
      )}
    </Setting>
  )
}

function LanguageField() {
  const { fields, change, errorOf } = useWriting()
  return (
    <Setting
      label="Language"
      hint="Sets the text direction, and how browsers hyphenate and read the text aloud."
      problem={errorOf('language')}
    >
      {(ids) => (
        <select
          {...ids}
          name="language"
          value={fields.language}
          onChange={({ currentTarget }) => change({ language: currentTarget.value })}
          className={`min-h-11 ${controlLook}`}
        >
          {listLanguages(fields.language).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Setting>
  )
}

function AddressField() {
  const { article, fields, change, errorOf } = useWriting()
  const host = useHost()
  const page = useHref(`/story/${fields.slug ?? generateSlug(fields.title)}`)
  const published = article !== null && article.publishedAt !== null
  return (
    <Setting
      label="Address"
      problem={errorOf('slug')}
      hint={
        <>
          <span className="block wrap-anywhere" dir="ltr">
            {host}
            {page}
          </span>
          {published ? 'Previous addresses redirect to this one.' : 'Leave blank to generate it from the title.'}
        </>
      }
    >
      {(ids) => (
        <SettingInput
          {...ids}
          name="slug"
          dir="auto"
          value={fields.slug ?? ''}
          placeholder={generateSlug(fields.title)}
          onChange={({ currentTarget }) => change({ slug: normalizeSlug(currentTarget.value) })}
        />
      )}
    </Setting>
  )
}

/** Replaces spaces while typing; the server validates the rest. */
function normalizeSlug(text: string) {
  return text.replace(/\s+/g, '-').toLocaleLowerCase() || null
}

function CanonicalField() {
  const { fields, change, errorOf } = useWriting()
  return (
    <Setting
      label="Originally published at"
      hint="If the story first appeared elsewhere, enter that URL. Search engines are pointed to it."
      problem={errorOf('canonical')}
    >
      {(ids) => (
        <SettingInput
          {...ids}
          type="url"
          name="canonical"
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          value={fields.canonical ?? ''}
          onChange={({ currentTarget }) => change({ canonical: currentTarget.value.trim() || null })}
        />
      )}
    </Setting>
  )
}

function SearchFields() {
  const { fields, change, errorOf } = useWriting()
  return (
    <>
      <Setting label="Title for search engines" problem={errorOf('seoTitle')}>
        {(ids) => (
          <SettingInput
            {...ids}
            {...inLanguage(fields.language)}
            name="seoTitle"
            value={fields.seoTitle}
            placeholder={fields.title}
            onChange={({ currentTarget }) => change({ seoTitle: currentTarget.value })}
          />
        )}
      </Setting>
      <Setting label="Description for search engines" problem={errorOf('seoDescription')}>
        {(ids) => (
          <SettingTextArea
            {...ids}
            {...inLanguage(fields.language)}
            name="seoDescription"
            value={fields.seoDescription}
            placeholder={fields.subtitle || fields.excerpt}
            onChange={({ currentTarget }) => change({ seoDescription: currentTarget.value })}
          />
        )}
      </Setting>
    </>
  )
}
