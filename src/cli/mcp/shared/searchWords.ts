/** The words of questions and of the texts of a model, in one form each, and other words for the same thing. */

/** `orderTotal_amount` has three words. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const unimportant = new Set(
  'a an and are as at be by can did do does for from had has have i in is it its many me much of on or our per show that the their them they this to us was we were what which who with you your'.split(
    ' ',
  ),
);

/** One form for the singular, the plural and the forms of a verb. Words without a meaning of their own are left out. */
export function stemOf(word: string): string | null {
  const lower = word.toLowerCase();
  if (unimportant.has(lower)) return null;
  if (lower.length < 4) return lower;
  const singular = lower
    .replace(/ies$/, 'y')
    .replace(/(?<=x|ch|sh|ss)es$/, '')
    .replace(/(?<![sui])s$/, '');
  const verb = singular.replace(/(?<=[aeiouy].+)(?:ing|ed)$|(?<=.{5})ation$/, '');
  const single = verb === singular ? verb : verb.replace(/([bdfgklmnprt])\1$/, '$1');
  return single.replace(/(?<=.{3})e$/, '');
}

/** Words that people who ask about a business use for each other: one group a line. */
const groups = `
revenue sales income turnover takings earnings proceeds sell sold
profit margin earnings gain
cost costs expense expenses expenditure spend spent spending
price fee charge tariff
amount value total sum
count number quantity volume
average avg mean typical
share percentage percent ratio rate proportion
customer client buyer consumer shopper
employee staff worker personnel workforce
salary wage pay compensation
supplier vendor
product article item goods merchandise
order purchase buy bought
category group kind type class
brand maker manufacturer
store shop branch outlet
region area territory district
city town place where
country nation place where
postcode zip postal
email mail
phone telephone mobile smartphone
device mobile desktop computer tablet
date day time when
annual yearly year
monthly month
weekly week
daily day
quarterly quarter
discount rebate reduction voucher coupon promotion
refund reimbursement repayment
return back
cancel canceled cancelled cancellation terminate
delivery shipment shipping dispatch transport parcel freight
carrier courier
stock inventory
damage broken breakage defect
theft stolen
invoice bill
debt owe owed outstanding unpaid receivable
overdue late delay
payment pay paid
tax vat
subscription contract subscriber
churn attrition lost loss left leave
renewal renew extend
again repeat returning loyal
important key vip
age old birth birthday
gender sex
weight heavy
size area capacity
color colour
gift present
reason why cause
satisfaction satisfied happy
rating star review score
complaint issue problem ticket case incident
priority urgency severity
answer response reply respond
resolve resolution solve solved solution
pending open unsolved unresolved backlog
complete completed finished done
hire hiring recruit recruitment vacancy
candidate applicant application
sick ill illness
vacation holiday leave
department division
manager head boss supervisor
campaign advertisement advertising ad ads marketing
impression view
visit session traffic
visitor user
website site web
conversion convert converted
cart basket
lead prospect opportunity
win won
industry sector
people person headcount
registration register registered signup joined
start begin launch release
end stop discontinued finish
status state stage phase
duration time long
language tongue
employee people
`;

const others = new Map<string, Set<string>>();
for (const group of groups.trim().split('\n')) {
  const words = group.split(' ');
  for (const stem of words.map(stemOf)) {
    if (stem !== null) others.set(stem, new Set([...(others.get(stem) ?? []), ...words]));
  }
}

interface QuestionWord {
  /** Undefined: not a word of the question itself. */
  word?: string;
  /** Other words for it. */
  related: readonly string[];
}

/** The words of a question, also two as one (`head count`) and as initials (`annual recurring revenue`). */
export function questionWords(text: string): QuestionWord[] {
  const words = wordsOf(text).map((word) => word.toLowerCase());
  const runs = [2, 3, 4, 5].flatMap((length) =>
    words.slice(length - 1).map((_, at) => {
      const run = words.slice(at, at + length);
      return length === 2 ? run.join('') : run.map((word) => word[0]).join('');
    }),
  );
  const own = words.filter((word) => stemOf(word) !== null);
  return [
    ...own.map((word) => ({ word, related: [...(others.get(stemOf(word)!) ?? [])] })),
    ...runs.map((word) => ({ related: [word] })),
  ];
}
