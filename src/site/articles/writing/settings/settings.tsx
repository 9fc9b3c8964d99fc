import { useHref } from 'react-router'
import { useShell } from '#site/page.ts'
import { useHost } from '#site/articles/preview/use-host.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { FeatureSwitch } from '#site/articles/review/feature-switch.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Switch } from '#site/ui/switch.tsx'
import { excerptOf } from '#site/articles/writing/excerpt.ts'
import { madeSlug } from '#site/articles/writing/made-slug.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { AccessField } from './access-field.tsx'
import { CoAuthorsField } from './co-authors-field.tsx'
import { languages } from './languages.ts'
import { Previews } from './previews.tsx'
import { Area, Line, Part, Setting } from './setting.tsx'
import { TagsField } from './tags-field.tsx'

const letters = (text: string) => [...text].length

/** Everything about a story that is not its text. Each is saved as it is changed. */
export function Settings() {
  const { article, fields, change, readOnly } = useWriting()
  return (
    <fieldset disabled={readOnly} className="min-w-0">
      <Part title="Where it is found">
        <CategoryField />
        <TagsField />
        <ExcerptField />
        <LanguageField />
      </Part>
      <Part title="Who reads and writes it">
        <AccessField />
        <Switch
          label="Readers may respond"
          checked={fields.takesResponses}
          disabled={readOnly}
          onCheckedChange={(takesResponses) => change({ takesResponses })}
        />
        {article?.may.invite && <CoAuthorsField article={article} />}
        {article?.may.feature && article.state === 'published' && <FeatureSwitch article={article} />}
      </Part>
      <Part title="Its address">
        <AddressField />
        <CanonicalField />
      </Part>
      <Part title="In search results and when shared">
        <SearchFields />
        <Previews />
      </Part>
    </fieldset>
  )
}

function CategoryField() {
  const { site } = useShell()
  const { fields, change, problemOf } = useWriting()
  const known = site.categories.some(({ slug }) => slug === fields.category)
  return (
    <Setting label="Category" hint="The shelf it stands on." problem={problemOf('category')}>
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
  const { fields, change, problemOf } = useWriting()
  const begin = excerptOf(fields.body)
  const hint = fields.excerpt
    ? 'Stands below the title in lists.'
    : begin
      ? `Empty, and its beginning is shown: “${begin}”`
      : 'Stands below the title in lists. Empty, and the beginning of the text is shown.'
  return (
    <Setting
      label="Excerpt"
      hint={<span className="wrap-anywhere">{hint}</span>}
      problem={problemOf('excerpt')}
      count={{ now: letters(fields.excerpt), most: 500 }}
    >
      {(ids) => (
        <Area
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
  const { fields, change, problemOf } = useWriting()
  return (
    <Setting
      label="Language"
      hint="Decides where its lines begin, and how browsers break and read its words."
      problem={problemOf('language')}
    >
      {(ids) => (
        <select
          {...ids}
          name="language"
          value={fields.language}
          onChange={({ currentTarget }) => change({ language: currentTarget.value })}
          className={`min-h-11 ${controlLook}`}
        >
          {languages(fields.language).map(({ tag, name }) => (
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
  const { article, fields, change, problemOf } = useWriting()
  const host = useHost()
  const page = useHref(`/story/${fields.slug ?? madeSlug(fields.title)}`)
  const published = article !== null && article.publishedAt !== null
  return (
    <Setting
      label="Address"
      problem={problemOf('slug')}
      hint={
        <>
          <span className="block wrap-anywhere" dir="ltr">
            {host}
            {page}
          </span>
          {published
            ? 'The addresses it had before keep working and lead here.'
            : 'Empty, and it is made from the title when the story is published.'}
        </>
      }
    >
      {(ids) => (
        <Line
          {...ids}
          name="slug"
          dir="auto"
          value={fields.slug ?? ''}
          placeholder={madeSlug(fields.title)}
          onChange={({ currentTarget }) => change({ slug: typedSlug(currentTarget.value) })}
        />
      )}
    </Setting>
  )
}

/** Spaces become hyphens as one types; the rest the server judges. */
function typedSlug(text: string) {
  return text.replace(/\s+/g, '-').toLocaleLowerCase() || null
}

function CanonicalField() {
  const { fields, change, problemOf } = useWriting()
  return (
    <Setting
      label="First published at"
      hint="If it appeared elsewhere first: search engines are sent there."
      problem={problemOf('canonical')}
    >
      {(ids) => (
        <Line
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
  const { fields, change, problemOf } = useWriting()
  return (
    <>
      <Setting label="Title for search engines" problem={problemOf('seoTitle')}>
        {(ids) => (
          <Line
            {...ids}
            {...inLanguage(fields.language)}
            name="seoTitle"
            value={fields.seoTitle}
            placeholder={fields.title}
            onChange={({ currentTarget }) => change({ seoTitle: currentTarget.value })}
          />
        )}
      </Setting>
      <Setting label="Description for search engines" problem={problemOf('seoDescription')}>
        {(ids) => (
          <Area
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
