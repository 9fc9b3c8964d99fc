import { usePageData } from '#site/page.ts'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { LinesField } from './lines-field.tsx'
import { NumberField } from './number-field.tsx'
import { Setting, SettingForm } from './setting-form.tsx'
import type { settingsData } from './settings-data.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export default function PublishingPage() {
  const form = useSettingsForm(usePageData<typeof settingsData>(), [
    'review.authorsPublish',
    'authorAfter',
    'review.checklist',
    'responses.onNewStories',
    'responses.closeAfterDays',
  ])
  const { draft, set } = form
  return (
    <SettingsFrame title="Review and responses">
      <SettingForm form={form}>
        <h2 className="font-serif text-xl font-semibold">Review</h2>
        <Setting
          form={form}
          of="review.authorsPublish"
          says="If not, stories and updates by authors wait for an editor, like those of readers. Editors always publish on their own."
        >
          <Checkbox
            label="Authors publish without review"
            checked={draft['review.authorsPublish']}
            onCheckedChange={(checked) => set({ 'review.authorsPublish': checked })}
          />
        </Setting>
        <Setting
          form={form}
          of="authorAfter"
          says="A reader becomes an author when editors have approved this many of their stories. 0 for never: admins then make authors on People."
        >
          <NumberField
            of="authorAfter"
            label="Approved stories until a reader becomes an author"
            most={1000}
            value={draft.authorAfter}
            onChange={(authorAfter) => set({ authorAfter })}
          />
        </Setting>
        <Setting
          form={form}
          of="review.checklist"
          says="One item per line. Reviewers tick them for each submission, beside the checks that the site makes itself."
        >
          <LinesField
            label="Review checklist"
            of="review.checklist"
            dir="auto"
            value={draft['review.checklist']}
            onChange={(checklist) => set({ 'review.checklist': checklist })}
          />
        </Setting>
        <h2 className="font-serif text-xl font-semibold">Responses</h2>
        <Setting
          form={form}
          of="responses.onNewStories"
          says="Authors can change it for each story. Stories that exist stay as they are."
        >
          <Checkbox
            label="New stories take responses"
            checked={draft['responses.onNewStories']}
            onCheckedChange={(checked) => set({ 'responses.onNewStories': checked })}
          />
        </Setting>
        <Setting
          form={form}
          of="responses.closeAfterDays"
          says="Days after publication. Responses that were written before stay. 0 for never."
        >
          <NumberField
            of="responses.closeAfterDays"
            label="Close responses after this many days"
            most={3650}
            value={draft['responses.closeAfterDays']}
            onChange={(days) => set({ 'responses.closeAfterDays': days })}
          />
        </Setting>
        <p className="text-sm text-gray-700">
          Which responses are held for an editor, and the blocked words and domains, are set on{' '}
          <TextLink to="/admin/responses?view=rules">the rules of moderation</TextLink>, where you can test them.
        </p>
      </SettingForm>
    </SettingsFrame>
  )
}
