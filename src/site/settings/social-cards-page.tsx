import { CARD_HEIGHT, CARD_WIDTH } from '#contract/social-cards.ts'
import { useBoot, usePageData } from '#site/page.ts'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { Setting, SettingForm, SettingTextField } from './setting-form.tsx'
import { SettingPictureField } from './setting-picture-field.tsx'
import type { settingsData } from './settings-data.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export default function SocialCardsPage() {
  const stored = usePageData<typeof settingsData>()
  const form = useSettingsForm(stored, ['socialCards'])
  const { base } = useBoot()
  const { socialCards } = form.draft
  const set = (changes: Partial<typeof socialCards>) => form.set({ socialCards: { ...socialCards, ...changes } })
  return (
    <SettingsFrame
      title="Social cards"
      lead="The picture that other sites and messengers show for a link to this site. It has the title, the authors, the name of the site and the accent colour."
    >
      <SettingForm form={form}>
        <Setting
          form={form}
          of="socialCards"
          says="Cards change at once. Other sites may show the previous one until they load the page again."
        >
          <div className="grid grid-cols-1 gap-5">
            <Checkbox
              label="Show the covers of stories"
              checked={socialCards.covers}
              onCheckedChange={(covers) => set({ covers })}
            />
            <SettingPictureField
              legend="Picture for pages that are not stories"
              value={socialCards.picture}
              onChange={(picture) => set({ picture })}
              look="aspect-2/3 w-24 object-cover"
            />
            <SettingTextField
              name="account"
              label="Account on X"
              hint="Such as @bramble. X then names it on the cards."
              maxLength={16}
              dir="ltr"
              spellCheck={false}
              value={socialCards.account}
              onValueChange={(account) => set({ account })}
            />
          </div>
        </Setting>
        <figure>
          <img
            // The version makes the browser load the new card.
            src={`${base}cards/site.png?v=${Object.values(stored.versions).reduce((sum, version) => sum + version, 0)}`}
            alt="The card of pages that are not stories"
            width={CARD_WIDTH}
            height={CARD_HEIGHT}
            className="w-full rounded-md border border-gray-200"
          />
          <figcaption className="mt-2 text-sm text-gray-600">The saved card of pages that are not stories</figcaption>
        </figure>
      </SettingForm>
    </SettingsFrame>
  )
}
