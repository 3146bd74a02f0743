/**
 * One form for all names that look alike, so that a copy of a name can be found by comparing. Made to compare, never
 * to show.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */

/** Longer input is not looked at: no name needs more. */
const MAX_UNITS = 1_024

/**
 * Lower case Latin letters and digits where the name has them or letters drawn like them. Case, accents, spaces, signs
 * and all that cannot be seen count for nothing; `I`, `l` and `1` are one letter, `0` and `o` are one.
 * Empty for a name without letters and digits.
 *
 * @example toSkeleton('Мета\u200BМask') === toSkeleton('MetaMask') // true
 */
export function toSkeleton(name: string): string {
  let skeleton = ''
  // The lunate sigma is drawn like a c, and would come apart into one that is not.
  const plain = name.slice(0, MAX_UNITS).replace(/[™℠]/g, '').replace(/[ϲϹ]/g, 'c')
  // Full width, circled, mathematical and superior letters come apart into plain ones, accented ones into two.
  for (const sign of plain.normalize('NFKD')) {
    const letter =
      lookAlikes.get(sign) ?? lookAlikes.get(sign.toUpperCase()) ?? toLetter(sign.codePointAt(0) ?? 0)
    if (letter) skeleton += letter
    else if (visible.test(sign)) skeleton += sign.toLowerCase()
  }
  return skeleton.replace(/[l1]/g, 'i').replaceAll('0', 'o').replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const visible = /[\p{L}\p{N}](?<!\p{Default_Ignorable_Code_Point})/u

/** Letters in boxes and on flags, which stand in the order of the alphabet but do not come apart. */
function toLetter(code: number): string | undefined {
  const start = [0x1_f130, 0x1_f150, 0x1_f170, 0x1_f1e6].find((from) => code >= from && code < from + 26)
  return start === undefined ? undefined : String.fromCharCode(97 + code - start)
}

/** Letters that are drawn like Latin ones or digits, and which. */
export const lookAlikes: ReadonlyMap<string, string> = new Map(
  (
    'aаАαΑɑᴀꓮᎪա bЬьВΒʙᏴꓐƄ cсСϲϹᴄꓚᏟⲥ dԁԀᴅꓓᎠժ eеЕҽΕᴇꓰᎬ fꜰꓝƒϝ gɡɢԌꓖᏀցɩ hһҺНΗʜꓧᎻհ iіІїЇıɪιΙꓲӏӀاון| jјЈϳյᴊꓙᎫ ' +
    'kкКκΚᴋꓗᏦ lʟꓡᏞԼ mМΜᴍꓟᎷ nɴΝꓠո oоОοΟᴏꓳօՕס٠۰०০੦૦௦൦๐໐ pрРρΡᴘꓑᏢքϱ qԛԚգզ rʀꓣᏒ sѕЅꜱꓢᏚՏ tТτΤᴛꓔᎢ ' +
    'uυսՍᴜꓴև vѵѴνᴠꓦᏙ wԝԜᴡꓪᏔѡ xхХχΧꓫᕁ yуУүҮΥʏꓬᎩ zᴢΖꓜᏃ 3ЗзӠ'
  )
    .split(' ')
    .flatMap((group) => Array.from(group.slice(1), (sign) => [sign, group[0] ?? ''] as const)),
)
