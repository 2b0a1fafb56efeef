/** Names with the letters of the qualities in which they are sold (see tf2.ts). */
export const weapons: readonly { readonly type: string; readonly rows: string }[] = [
  {
    type: 'Primary',
    rows: `
      Scattergun sfFak; Force-A-Nature svfFa; Shortstop s; Soda Popper s; Baby Face's Blaster sc; Rocket Launcher sfFak
      Direct Hit svc; Black Box scfFa; Liberty Launcher s; Cow Mangler 5000 s; Beggar's Bazooka s; Original sg; Shotgun sfF
      Air Strike s; Flame Thrower sfFak; Backburner svF; Degreaser s; Phlogistinator s; Rainblower sc; Nostromo Napalmer g
      Grenade Launcher sfFa; Loch-n-Load sv; Loose Cannon s; Iron Bomber s; Minigun sfFak; Natascha sv; Brass Beast svc
      Tomislav sca; Huo-Long Heater sg; Frontier Justice svfFa; Widowmaker sg; Pomson 6000 s; Rescue Ranger s; Panic Attack s
      Syringe Gun s; Blutsauger svca; Crusader's Crossbow svfF; Overdose s; Sniper Rifle sfFak; Huntsman svF; Sydney Sleeper s
      Bazaar Bargain sc; Machina sg; Hitman's Heatmaker s; AWPer Hand sg; Shooting Star s; Fortified Compound g; Classic s
      Revolver sfF; Ambassador svFa; L'Etranger s; Enforcer sc; Diamondback sg; Back Scatter s; Reserve Shooter sc; Family Business s
    `,
  },
  {
    type: 'Secondary',
    rows: `
      Pistol s; Lugermorph v; Bonk! Atomic Punch svcfF; Crit-a-Cola svc; Winger s; Flying Guillotine sg; Mad Milk sc
      Mutated Milk us; C.A.P.P.E.R s; Pretty Boy's Pocket Pistol s; Buff Banner svcF; Gunboats v; Battalion's Backup sc
      Concheror svgc; Mantreads s; Righteous Bison sg; Flare Gun svfF; Detonator sc; Scorch Shot s; Manmelter s
      Stickybomb Launcher sfFa; Scottish Resistance sv; Chargin' Targe svcfF; Splendid Screen s; Quickiebomb Launcher s; Bootlegger c
      Ali Baba's Wee Booties c; Sandvich svcF; Dalokohs Bar svc; Buffalo Steak Sandvich vc; Wrangler svcfF; Short Circuit g
      Medi Gun sfFak; Kritzkrieg sv; Quick-Fix s; Vaccinator s; SMG sfFa; Jarate svcfF; Razorback svc; Darwin's Danger Shield c
      Cozy Camper c; Cleaner's Carbine s; Sapper sfF; Red-Tape Recorder sgc; Invis Watch s; Dead Ringer svc; Cloak and Dagger svc
      Quäckenbirdt g; Giger Counter s
    `,
  },
  {
    type: 'Melee',
    rows: `
      Bat sF; Sandman svc; Holy Mackerel scF; Candy Cane sc; Boston Basher s; Sun-on-a-Stick vg; Fan O'War svg; Atomizer sc
      Wrap Assassin sc; Batsaber us; Shovel s; Equalizer svc; Escape Plan svc; Pain Train sv; Half-Zatoichi svg
      Disciplinary Action s; Market Gardener s; Fire Axe s; Axtinguisher svcFa; Homewrecker sv; Powerjack s; Back Scratcher s
      Sharpened Volcano Fragment vgc; Third Degree sc; Neon Annihilator sg; Maul g; Lollichop sc; Bottle s; Eyelander svcfFa
      Scotsman's Skullcutter svc; Ullapool Caber sv; Claidheamh Mòr s; Persian Persuader sc; Fists s; Killing Gloves of Boxing sv
      Gloves of Running Urgently scfF; Warrior's Spirit svc; Fists of Steel s; Eviction Notice sc; Holiday Punch s; Apoco-Fists sg
      Wrench sfFak; Gunslinger svc; Southern Hospitality svc; Jag sc; Bonesaw sfF; Ubersaw svF; Amputator sv; Solemn Vow sc
      Kukri s; Tribalman's Shiv sv; Bushwacka s; Shahanshah sc; Knife sfFak; Your Eternal Reward s; Conniver's Kunai svg
      Big Earner s; Spy-cicle s; Sharp Dresser g; Frying Pan s; Ham Shank g; Freedom Staff g; Bat Outta Hell h; Crossing Guard s
      Prinny Machete g
    `,
  },
];

export const hats = `
  Team Captain U; Bill's Hat uv; Towering Pillar of Hats svU; Ghastlierest Gibus s; Pyrovision Goggles v; Max's Severed Head u
  Noble Amassment of Hats svU; Modest Pile of Hat svU; Brigade Helm svgU; Respectless Rubber Glove svg; Brain Bucket g
  Beanie The All-Gnawing us; Batter's Helmet uvU; Bonk Helm svg; Ye Olde Baker Boy sv; Baseball Bill's Sports Shine sv
  Troublemaker's Tossle Cap svU; Whoopee Cap v; Soldier's Stash uv; Tyrant's Helm svg; Killer's Kabuto vU; Stainless Pot svg
  Sergeant's Drill Hat v; Pyro's Beanie uv; Vintage Merryweather v; Triboniophorus Tyrannus v; Old Guadalajara sU; Demoman's Fro uv
  Scotsman's Stove Pipe svgU; Glengarry Bonnet svg; Hustler's Hallmark v; Tippler's Tricorne v; Tough Guy's Toque svg
  Football Helmet uv; Officer's Ushanka svg; Hound Dog v; Heavy Duty Rag v; Mining Light uv; Texas Ten Gallon svgU
  Texas Slim's Dome Shine sv; Engineer's Cap svg; Hotrod v; Safe'n'Sound sv; Prussian Pickelhaube uv; Vintage Tyrolean sv
  Otolaryngologist's Mirror svg; Ze Goggles v; Gentleman's Gatsby v; Physician's Procedure Mask v; Trophy Belt uv
  Professional's Panama sv; Master's Yellow Belt svg; Shooter's Sola Topi sv; Bloke's Bucket Hat v; Fancy Fedora uvU
  Backbiter's Billycock svg; Camera Beard svg; Magistrate's Mullet v; Frenchman's Beret sv; Dashin' Hashshashin g; Treasure Hat u
  Earbuds u; Hat of Undeniable Wealth And Respect u; Big Chief s; Prince Tavish's Crown s; Conjurer's Cowl g
  Virtual Reality Headset s; Deus Specs g; Company Man g; Tavish DeGroot Experience s; Buzz Killer h; Frontier Flyboy h
  Legend of Bugfoot h; Dr. Gogglestache h; Emerald Jarate h; Hero's Hachimaki g; Dr. Whoa s; Summer Shades us; Nine-Pipe Problem s
  Private Eye s; Surgeon's Stahlhelm s; Anger sg; Itsy Bitsy Spyer s; Conquistador s; Killer Exclusive sgU; Half-Pipe Hurdler s
  Bolt Boy s; El Jefe g; Salty Dog s; Hermes s; Pocket Purrer s; Voodoo Juju us; Spine-Chilling Skull us; Bozo's Bouffant h
  Birdman of Australiacatraz s; Hot Dogger s; Fast Learner s; Gentleman's Ushanka s; Flammable Favor us; Pure Tin Capotain s
  Steel Shako s; Bolgan g; Bolgan Family Crest g; Spellbinder's Bonnet h; Hat With No Name sU; Cross-Comm Express g
  Doublecross-Comm g; Brotherhood of Arms s; Well-Rounded Rifleman s; Man in Slacks s; Virus Doctor s; Archimedes sg
  Medical Mystery s; Red Army Robin s; Chronomancer s; Federal Casemaker s; Cold Snap Coat s; B'aaarrgh-n-Britches us
  Soviet Gentleman s; Heavy-Weight Champ s; Bear Necessities s; Frickin' Sweet Ninja Hood s; Toowoomba Tunic s; Villain's Veil s
  Kiss King s; Law s; Trencher's Topper s; Crone's Dome sh; Executioner sh; Bonedolier sh; Plutonidome h; Hyperbaric Bowler h
  Big Country s; Bruiser's Bandanna s; Ticket Boy s; Outdoorsman s; Brown Bomber s; Macho Mann s; Eye-Catcher s; Antlers s
  Dillinger's Duffel s; Deep Cover Operator s; Sharp Chest Pain us; Condor Cap s; Rotation Sensation s; Trash Man s
  Hottie's Hoodie s; Caribbean Conqueror s; Wet Works s; Stormin' Norman s; Cool Cat Cardigan s; Escapist s; Cuban Bristle Crisis s
  Siberian Sophisticate g; Gaelic Garb s; Das Hazmattenhatten s; Das Fantzipantzen s; Das Metalmeatencasen s; Das Ubersternmann s
  Das Gutenkutteharen s; Das Feelinbeterbager s; Das Maddendoktor s; Das Naggenvatcher s; Cold Killer s; Founding Father s
  Bootie Time s; L'homme Burglerre s; Bandit's Boots us; Nunhood s; Angel of Death s; Sole Saviors s; Sheriff's Stetson us
  Lieutenant Bites s; Bearded Bombardier s; Bombard Brigadier us; Mister Bubbles g; Tipped Lid s; Extra Layer s
  Glasgow Great Helm s; Black Watch s; Stereoscopic Shades s; Tsarboosh s; Ward s; Cute Suit s; Surgeon's Side Satchel s
  Grandmaster g; Sneaky Spats of Sneaking s
`;
