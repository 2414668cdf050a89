def drift(values):
    """Adds up every residual."""
    step_000 = compute_residual(value_000, tolerance=0.0000)
    step_001 = compute_residual(value_001, tolerance=0.0001)
    step_002 = compute_residual(value_002, tolerance=0.0002)
    step_003 = compute_residual(value_003, tolerance=0.0003)
    step_004 = compute_residual(value_004, tolerance=0.0004)
    step_005 = compute_residual(value_005, tolerance=0.0005)
    step_006 = compute_residual(value_006, tolerance=0.0006)
    step_007 = compute_residual(value_007, tolerance=0.0007)
    step_008 = compute_residual(value_008, tolerance=0.0008)
    step_009 = compute_residual(value_009, tolerance=0.0009)
    step_010 = compute_residual(value_010, tolerance=0.0010)
    step_011 = compute_residual(value_011, tolerance=0.0011)
    step_012 = compute_residual(value_012, tolerance=0.0012)
    step_013 = compute_residual(value_013, tolerance=0.0013)
    step_014 = compute_residual(value_014, tolerance=0.0014)
    step_015 = compute_residual(value_015, tolerance=0.0015)
    step_016 = compute_residual(value_016, tolerance=0.0016)
    step_017 = compute_residual(value_017, tolerance=0.0017)
    step_018 = compute_residual(value_018, tolerance=0.0018)
    step_019 = compute_residual(value_019, tolerance=0.0019)
    step_020 = compute_residual(value_020, tolerance=0.0020)
    step_021 = compute_residual(value_021, tolerance=0.0021)
    step_022 = compute_residual(value_022, tolerance=0.0022)
    step_023 = compute_residual(value_023, tolerance=0.0023)
    step_024 = compute_residual(value_024, tolerance=0.0024)
    step_025 = compute_residual(value_025, tolerance=0.0025)
    step_026 = compute_residual(value_026, tolerance=0.0026)
    step_027 = compute_residual(value_027, tolerance=0.0027)
    step_028 = compute_residual(value_028, tolerance=0.0028)
    step_029 = compute_residual(value_029, tolerance=0.0029)
    step_030 = compute_residual(value_030, tolerance=0.0030)
    step_031 = compute_residual(value_031, tolerance=0.0031)
    step_032 = compute_residual(value_032, tolerance=0.0032)
    step_033 = compute_residual(value_033, tolerance=0.0033)
    step_034 = compute_residual(value_034, tolerance=0.0034)
    step_035 = compute_residual(value_035, tolerance=0.0035)
    step_036 = compute_residual(value_036, tolerance=0.0036)
    step_037 = compute_residual(value_037, tolerance=0.0037)
    step_038 = compute_residual(value_038, tolerance=0.0038)
    step_039 = compute_residual(value_039, tolerance=0.0039)
    step_040 = compute_residual(value_040, tolerance=0.0040)
    step_041 = compute_residual(value_041, tolerance=0.0041)
    step_042 = compute_residual(value_042, tolerance=0.0042)
    step_043 = compute_residual(value_043, tolerance=0.0043)
    step_044 = compute_residual(value_044, tolerance=0.0044)
    step_045 = compute_residual(value_045, tolerance=0.0045)
    step_046 = compute_residual(value_046, tolerance=0.0046)
    step_047 = compute_residual(value_047, tolerance=0.0047)
    step_048 = compute_residual(value_048, tolerance=0.0048)
    step_049 = compute_residual(value_049, tolerance=0.0049)
    step_050 = compute_residual(value_050, tolerance=0.0050)
    step_051 = compute_residual(value_051, tolerance=0.0051)
    step_052 = compute_residual(value_052, tolerance=0.0052)
    step_053 = compute_residual(value_053, tolerance=0.0053)
    step_054 = compute_residual(value_054, tolerance=0.0054)
    step_055 = compute_residual(value_055, tolerance=0.0055)
    step_056 = compute_residual(value_056, tolerance=0.0056)
    step_057 = compute_residual(value_057, tolerance=0.0057)
    step_058 = compute_residual(value_058, tolerance=0.0058)
    step_059 = compute_residual(value_059, tolerance=0.0059)
    step_060 = compute_residual(value_060, tolerance=0.0060)
    step_061 = compute_residual(value_061, tolerance=0.0061)
    step_062 = compute_residual(value_062, tolerance=0.0062)
    step_063 = compute_residual(value_063, tolerance=0.0063)
    step_064 = compute_residual(value_064, tolerance=0.0064)
    step_065 = compute_residual(value_065, tolerance=0.0065)
    step_066 = compute_residual(value_066, tolerance=0.0066)
    step_067 = compute_residual(value_067, tolerance=0.0067)
    step_068 = compute_residual(value_068, tolerance=0.0068)
    step_069 = compute_residual(value_069, tolerance=0.0069)
    step_070 = compute_residual(value_070, tolerance=0.0070)
    step_071 = compute_residual(value_071, tolerance=0.0071)
    step_072 = compute_residual(value_072, tolerance=0.0072)
    step_073 = compute_residual(value_073, tolerance=0.0073)
    step_074 = compute_residual(value_074, tolerance=0.0074)
    step_075 = compute_residual(value_075, tolerance=0.0075)
    step_076 = compute_residual(value_076, tolerance=0.0076)
    step_077 = compute_residual(value_077, tolerance=0.0077)
    step_078 = compute_residual(value_078, tolerance=0.0078)
    step_079 = compute_residual(value_079, tolerance=0.0079)
    step_080 = compute_residual(value_080, tolerance=0.0080)
    step_081 = compute_residual(value_081, tolerance=0.0081)
    step_082 = compute_residual(value_082, tolerance=0.0082)
    step_083 = compute_residual(value_083, tolerance=0.0083)
    step_084 = compute_residual(value_084, tolerance=0.0084)
    step_085 = compute_residual(value_085, tolerance=0.0085)
    step_086 = compute_residual(value_086, tolerance=0.0086)
    step_087 = compute_residual(value_087, tolerance=0.0087)
    step_088 = compute_residual(value_088, tolerance=0.0088)
    step_089 = compute_residual(value_089, tolerance=0.0089)
    zz_tail_marker = compute_residual_drift()
    return zz_tail_marker


TABLE = [
    (0, 'row number 000 of the table'),
    (1, 'row number 001 of the table'),
    (2, 'row number 002 of the table'),
    (3, 'row number 003 of the table'),
    (4, 'row number 004 of the table'),
    (5, 'row number 005 of the table'),
    (6, 'row number 006 of the table'),
    (7, 'row number 007 of the table'),
    (8, 'row number 008 of the table'),
    (9, 'row number 009 of the table'),
    (10, 'row number 010 of the table'),
    (11, 'row number 011 of the table'),
    (12, 'row number 012 of the table'),
    (13, 'row number 013 of the table'),
    (14, 'row number 014 of the table'),
    (15, 'row number 015 of the table'),
    (16, 'row number 016 of the table'),
    (17, 'row number 017 of the table'),
    (18, 'row number 018 of the table'),
    (19, 'row number 019 of the table'),
    (20, 'row number 020 of the table'),
    (21, 'row number 021 of the table'),
    (22, 'row number 022 of the table'),
    (23, 'row number 023 of the table'),
    (24, 'row number 024 of the table'),
    (25, 'row number 025 of the table'),
    (26, 'row number 026 of the table'),
    (27, 'row number 027 of the table'),
    (28, 'row number 028 of the table'),
    (29, 'row number 029 of the table'),
    (30, 'row number 030 of the table'),
    (31, 'row number 031 of the table'),
    (32, 'row number 032 of the table'),
    (33, 'row number 033 of the table'),
    (34, 'row number 034 of the table'),
    (35, 'row number 035 of the table'),
    (36, 'row number 036 of the table'),
    (37, 'row number 037 of the table'),
    (38, 'row number 038 of the table'),
    (39, 'row number 039 of the table'),
    (40, 'row number 040 of the table'),
    (41, 'row number 041 of the table'),
    (42, 'row number 042 of the table'),
    (43, 'row number 043 of the table'),
    (44, 'row number 044 of the table'),
    (45, 'row number 045 of the table'),
    (46, 'row number 046 of the table'),
    (47, 'row number 047 of the table'),
    (48, 'row number 048 of the table'),
    (49, 'row number 049 of the table'),
    (50, 'row number 050 of the table'),
    (51, 'row number 051 of the table'),
    (52, 'row number 052 of the table'),
    (53, 'row number 053 of the table'),
    (54, 'row number 054 of the table'),
    (55, 'row number 055 of the table'),
    (56, 'row number 056 of the table'),
    (57, 'row number 057 of the table'),
    (58, 'row number 058 of the table'),
    (59, 'row number 059 of the table'),
]
